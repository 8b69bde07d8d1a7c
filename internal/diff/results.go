package diff

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/report"
)

// noticed is the least change of a margin that counts: a twentieth of a percent
// shows nowhere.
const noticed = 0.0005

// failing reports whether a result is one that somebody has to do something about.
func failing(r *finding.Result) bool {
	return r != nil && r.Outcome.Open()
}

func is(r *finding.Result, o finding.Outcome) bool { return r != nil && r.Outcome == o }

// change says what became of a result; "" for one that is as it was, and for one
// that appears or goes without ever failing.
func change(base, head *finding.Result) report.DiffChange {
	gone := head == nil || is(head, finding.Skipped)
	switch {
	case gone && (failing(base) || is(base, finding.Waived)):
		return report.DiffDropped
	case gone && head != nil && is(base, finding.Pass):
		return report.DiffLapsed
	case gone:
		return ""
	case is(head, finding.Waived) && !is(base, finding.Waived):
		return report.DiffWaived
	case failing(head) && !failing(base):
		return report.DiffNew
	case is(head, finding.Pass) && (failing(base) || is(base, finding.Waived)):
		return report.DiffResolved
	case base == nil || is(base, finding.Skipped):
		return ""
	}
	switch d := heavier(base, head); {
	case d > 0 && is(head, finding.Pass):
		return report.DiffTighter
	case d > 0:
		return report.DiffWorse
	case d < 0 && is(head, finding.Pass):
		return report.DiffLooser
	case d < 0:
		return report.DiffBetter
	}
	return ""
}

// heavier is above zero where head is worse than base: at a higher level, failed
// where it could not be decided, or farther from the limit. Below zero it is better.
// Of what passes, the margin alone counts.
func heavier(base, head *finding.Result) int {
	if !is(head, finding.Pass) {
		decided := func(r *finding.Result) int {
			if r.Outcome == finding.Undecided {
				return 0
			}
			return 1
		}
		if c := cmp.Or(cmp.Compare(head.Level, base.Level), cmp.Compare(decided(head), decided(base))); c != 0 {
			return c
		}
	}
	if base.Margin == nil || head.Margin == nil || math.Abs(*head.Margin-*base.Margin) < noticed {
		return 0
	}
	return cmp.Compare(*base.Margin, *head.Margin)
}

// results compares how a server was judged. A rule's results belong together by
// their paths; where a rule does not apply any more, that one answer stands for all
// that it said before. So does what a rule over all servers says of none, in rest.
// Still are the rules that fail as before.
func results(base, head []finding.Result, rest []Problem) (changed []report.DiffResult, still []string) {
	before, after := byRule(base), byRule(head)
	for _, rule := range rules(before, after) {
		b, h := before[rule], after[rule]
		pairs := merge(b, h, func(r finding.Result) string { return r.Path.String() })
		var lone, left []int // pairs that lack one side
		for i, p := range pairs {
			if p.base == nil {
				lone = append(lone, i)
			} else if p.head == nil {
				left = append(left, i)
			}
		}
		if len(lone) == 1 && (len(left) == 1 || is(pairs[lone[0]].head, finding.Skipped)) {
			for _, i := range left {
				pairs[i].head = pairs[lone[0]].head
			}
			if len(left) > 0 {
				pairs = slices.Delete(pairs, lone[0], lone[0]+1)
			}
		}
		for _, p := range pairs {
			if p.head == nil {
				p.head = ofNone(rest, rule)
			}
			switch c := change(p.base, p.head); {
			case c != "":
				changed = append(changed, report.DiffResult{Change: c, Rule: rule, Base: p.base, Head: p.head})
			case failing(p.head) && !slices.Contains(still, rule):
				still = append(still, rule)
			}
		}
	}
	sortResults(changed)
	return changed, still
}

// ofNone is what a rule says of no server, or nil.
func ofNone(problems []Problem, rule string) *finding.Result {
	for i := range problems {
		if r := &problems[i].Result; r.Rule == rule && r.Server == "" {
			return r
		}
	}
	return nil
}

func byRule(results []finding.Result) map[string][]finding.Result {
	m := map[string][]finding.Result{}
	for _, r := range results {
		m[r.Rule] = append(m[r.Rule], r)
	}
	return m
}

func rules(before, after map[string][]finding.Result) []string {
	var names []string
	for _, m := range []map[string][]finding.Result{before, after} {
		for name := range m {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// faults are the results that say that a server does not fit the schema.
func faults(results []finding.Result) []finding.Result {
	var found []finding.Result
	for _, r := range results {
		switch r.Rule {
		case finding.RuleSyntax, finding.RuleSchema, finding.RuleReference:
			found = append(found, r)
		}
	}
	return found
}

// problems compares faults that belong to no server: by file, rule and words, since
// lines move. It tells how many are as they were, too.
func problems(base, head []Problem) (changed []report.DiffResult, unchanged int) {
	key := func(p Problem) string {
		return strings.Join([]string{p.File, p.Result.Rule, p.Result.Server, p.Result.Path.String(), p.Result.Message}, "\x00")
	}
	for _, p := range merge(base, head, key) {
		r := report.DiffResult{}
		if p.base != nil {
			r.Base, r.Rule = &p.base.Result, p.base.Result.Rule
		}
		if p.head != nil {
			r.Head, r.Rule = &p.head.Result, p.head.Result.Rule
		}
		r.Change = change(r.Base, r.Head)
		if r.Change == report.DiffDropped { // a fault that is not found any more is mended
			r.Change = report.DiffResolved
		}
		switch {
		case r.Change != "":
			changed = append(changed, r)
		case failing(r.Head):
			unchanged++
		}
	}
	sortResults(changed)
	return changed, unchanged
}

// sortResults orders results by their change, then the worst first.
func sortResults(results []report.DiffResult) {
	order := report.DiffChanges()
	level := func(r report.DiffResult) finding.Level {
		if r.Head != nil {
			return r.Head.Level
		}
		return r.Base.Level
	}
	slices.SortStableFunc(results, func(a, b report.DiffResult) int {
		return cmp.Or(
			cmp.Compare(slices.Index(order, a.Change), slices.Index(order, b.Change)),
			-cmp.Compare(level(a), level(b)), strings.Compare(a.Rule, b.Rule))
	})
}
