package cli

import (
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
)

// newView turns what was found about a server into what formats write.
func newView(r *lint.Result, s lint.Server) *report.Server {
	v := &report.Server{Name: s.Name, File: r.File, Source: r.Source, Verdict: s.Verdict, Results: s.Results,
		Totals: map[string]any{}, Workloads: []any{}}
	if s.Input != nil {
		v.Headline, v.Totals, v.Workloads = s.Input.Headline(), s.Input.Totals, s.Input.View()
		v.Demand = newDemandView(r.File, s.Input, false).Workloads
	} else {
		v.Headline = "not judged: it does not fit the schema"
	}
	return v
}

// asProblems gives results that belong to no server the file they are about.
func asProblems(results []finding.Result, f *source.File) []report.Problem {
	var problems []report.Problem
	for _, r := range results {
		problems = append(problems, report.Problem{Result: r, Source: f})
	}
	return problems
}
