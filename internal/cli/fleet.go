package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/rackvet/rackvet/internal/baseline"
	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/sandbox"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/waive"
)

// fleet is all servers of a run, for the rules that judge them at once. Nothing is
// kept where there are no such rules.
type fleet struct {
	pool     *sandbox.Pool
	levels   map[string]finding.Level
	waivers  *waive.Set
	baseline *baseline.Set
	reported func(reads []string) bool
	rel      func(string) string

	members []*member
}

// member is a server of the fleet.
type member struct {
	input   *enrich.Input
	place   func(policy.Judgement) (finding.Result, error)
	waivers []*waive.Waiver // of its file
	source  *source.File
	told    bool // results about it are reported
	results []finding.Result
}

// fleetInput is what the rules see.
type fleetInput struct {
	APIVersion string          `json:"api_version"`
	Servers    []*enrich.Input `json:"servers"`
}

// see keeps the servers of a file.
func (f *fleet) see(r *lint.Result) {
	if !f.pool.HasFleet() {
		return
	}
	told := f.reported == nil || f.reported(r.Paths())
	for _, s := range r.Servers {
		if s.Input != nil {
			f.members = append(f.members, &member{input: s.Input, place: s.Place, waivers: s.Waivers, source: r.Source, told: told})
		}
	}
}

// judge evaluates the rules, once. Their results stand behind those of the servers.
func (f *fleet) judge(ctx context.Context) ([]report.Problem, error) {
	if f.pool == nil || !f.pool.HasFleet() || len(f.members) == 0 {
		return nil, nil
	}
	in := fleetInput{APIVersion: enrich.Version}
	for _, m := range f.members {
		in.Servers = append(in.Servers, m.input)
	}
	judgements, err := f.pool.EvalFleet(ctx, in)
	var problems []report.Problem
	for _, j := range judgements {
		if wrong := f.place(j, &problems); wrong != nil {
			err = errors.Join(err, &policy.RuleError{Rule: j.Rule.ID, Err: wrong})
		}
	}
	for _, m := range f.members {
		results := f.waivers.Apply(m.input.Server.Name, m.results, m.waivers)
		if f.baseline != nil {
			f.baseline.Mark(results)
		}
		if m.told {
			problems = append(problems, asProblems(results, m.source)...)
		}
	}
	slices.SortStableFunc(problems, func(a, b report.Problem) int { return finding.Compare(a.Result, b.Result) })
	for i := range problems {
		problems[i].Result.Sign(f.rel)
	}
	return problems, err
}

// place gives a judgement its place in the file of the server that it is about; one
// about the fleet as a whole is a problem of its own.
func (f *fleet) place(j policy.Judgement, whole *[]report.Problem) error {
	if j.Server == "" {
		if j.Outcome.Open() {
			return errors.New("a result that fails names the server that it is about")
		}
		*whole = append(*whole, report.Problem{Result: finding.Result{Rule: j.Rule.ID, Outcome: j.Outcome, Level: j.Level, Message: j.Message,
			Help: j.Help, Path: j.Path, Observed: j.Observed, Limit: j.Limit, Unit: j.Unit, Margin: j.Margin, Evidence: j.Evidence}})
		return nil
	}
	var found []*member
	for _, m := range f.members {
		if m.input.Server.Name == j.Server && (j.File == "" || j.File == m.input.Server.File) {
			found = append(found, m)
		}
	}
	switch {
	case len(found) == 0:
		return fmt.Errorf("it names the server %q, and there is none", j.Server)
	case len(found) > 1:
		return fmt.Errorf("it names the server %q, and there are %d of that name: with file beside it, it would be told which", j.Server, len(found))
	}
	r, err := found[0].place(j)
	if err != nil {
		return err
	}
	found[0].results = append(found[0].results, r)
	return nil
}
