package diff

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/report"
)

// Compare gives what changed from base to head. What the sides are called is left
// to the caller.
func Compare(base, head Side) report.Diff {
	var d report.Diff
	d.Problems, d.Summary.UnchangedProblems = problems(base.Problems, head.Problems)
	d.Base.Servers, d.Head.Servers = len(base.Servers), len(head.Servers)
	d.Summary.Results = map[report.DiffChange]int{}
	var clear []pair[Server] // those of which something can be told
	for _, p := range match(base.Servers, head.Servers) {
		s := server(base, head, p)
		if s.State != report.DiffUnclear {
			clear = append(clear, p)
		}
		switch s.State {
		case "":
			d.Summary.Unchanged++
			continue
		case report.DiffChanged:
			d.Summary.Changed++
		case report.DiffMoved:
			d.Summary.Moved++
		case report.DiffAdded:
			d.Summary.Added++
		case report.DiffRemoved:
			d.Summary.Removed++
		case report.DiffUnclear:
			d.Summary.Unclear++
		}
		d.Servers = append(d.Servers, s)
		d.Summary.Worse = d.Summary.Worse || worse(s)
		count(&d.Summary, s.Results)
	}
	count(&d.Summary, d.Problems)
	d.Totals = totals(clear, d.Summary.Unclear)
	slices.SortStableFunc(d.Servers, func(a, b report.DiffServer) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), strings.Compare(a.File, b.File), strings.Compare(a.Name, b.Name))
	})
	return d
}

// count adds results to the counts.
func count(s *report.DiffSummary, results []report.DiffResult) {
	for _, r := range results {
		s.Results[r.Change]++
		s.Worse = s.Worse || worsened(r)
	}
}

// worsened reports whether a result fails that did not, or fails worse. What
// somebody signed for does not count.
func worsened(r report.DiffResult) bool {
	return (r.Change == report.DiffNew || r.Change == report.DiffWorse) && failing(r.Head)
}

// worse reports whether a server got worse: in a result, or in that it can't be
// judged any more.
func worse(s report.DiffServer) bool {
	return s.Unjudged == "head" || slices.ContainsFunc(s.Results, worsened)
}

// rank orders servers: what got worse, then what changed, came, went and moved.
func rank(s report.DiffServer) int {
	if worse(s) {
		return 0
	}
	return 1 + slices.Index([]report.DiffState{report.DiffUnclear, report.DiffChanged, report.DiffAdded, report.DiffRemoved, report.DiffMoved}, s.State)
}

// server compares one server. Its state is "" where it is as it was.
func server(base, head Side, p pair[Server]) report.DiffServer {
	var s report.DiffServer
	switch {
	case p.base == nil:
		s = of(p.head)
		s.State = report.DiffAdded
		if base.unreadable(s.File) {
			s.State, s.Unjudged = report.DiffUnclear, "base"
		}
	case p.head == nil:
		s = of(p.base)
		s.State, s.BaseVerdict, s.Verdict = report.DiffRemoved, s.Verdict, ""
		if head.unreadable(s.File) {
			s.State, s.Unjudged = report.DiffUnclear, "head"
		}
		if base.File != "" {
			s.File = base.File
		}
		return s // that its failures went with it is no merit
	default:
		s = of(p.head)
		s.BaseVerdict = p.base.Verdict
		if p.base.File != p.head.File {
			s.State, s.BaseFile = report.DiffMoved, p.base.File
		}
	}
	if s.State == report.DiffUnclear {
		return s
	}
	var b Server
	if p.base != nil {
		b = *p.base
	}
	judged := p.head.Build != nil && (p.base == nil || b.Build != nil)
	if judged {
		s.Results, s.Still = results(b.Results, p.head.Results, head.Problems)
	} else {
		s.Results, s.Still = results(faults(b.Results), faults(p.head.Results), nil)
		s.Unjudged = unjudged(p)
		for i, r := range s.Results {
			if r.Change == report.DiffDropped { // a fault that is not found any more is mended
				s.Results[i].Change = report.DiffResolved
			}
		}
	}
	if judged && p.base != nil {
		compareBuilds(&s, b.Build, p.head.Build)
	}
	lopsided := s.Unjudged == "base" && p.base != nil || s.Unjudged == "head"
	if p.base != nil && (lopsided || s.Verdict != s.BaseVerdict || len(s.Parts)+len(s.Figures)+len(s.Workloads)+len(s.Results) > 0) {
		s.State = report.DiffChanged
	}
	return s
}

// unjudged is the side on which a server does not fit the schema.
func unjudged(p pair[Server]) string {
	switch {
	case p.base == nil || p.base.Build != nil:
		return "head"
	case p.head.Build != nil:
		return "base"
	}
	return "both"
}

func of(s *Server) report.DiffServer {
	d := report.DiffServer{Name: s.Name, File: s.File, Verdict: s.Verdict}
	if s.Build != nil {
		d.Headline = s.Build.headline
	}
	return d
}
