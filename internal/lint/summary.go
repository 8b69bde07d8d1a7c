package lint

import (
	"maps"
	"slices"

	"github.com/rackvet/rackvet/internal/finding"
)

// Summary is what a run found, counted.
type Summary struct {
	finding.Summary
	// LeftOut is how many files were judged and not reported.
	LeftOut int
	// Variables are those that any file declares.
	Variables []string

	verdicts  map[string]int
	variables map[string]bool
}

func newSummary() *Summary {
	return &Summary{verdicts: map[string]int{}, variables: map[string]bool{}}
}

// leaveOut counts a file that is not reported.
func (s *Summary) leaveOut(r *Result) {
	if !r.Skipped {
		s.LeftOut++
	}
	for _, v := range r.Variables {
		s.variables[v] = true
	}
}

// add counts one file.
func (s *Summary) add(r *Result, o Options) {
	if r.Skipped {
		return
	}
	s.Files++
	for _, v := range r.Variables {
		s.variables[v] = true
	}
	s.Count(r.Problems...)
	if len(r.Problems) > 0 {
		s.verdicts[Verdict(r.Problems, o)]++
	}
	for _, server := range r.Servers {
		s.Servers++
		s.verdicts[server.Verdict]++
		s.Count(server.Results...)
	}
}

// finish settles the verdict of the run: the worst of its servers'.
func (s *Summary) finish() Summary {
	s.Verdict = Pass
	for v := range s.verdicts {
		s.Verdict = Worse(s.Verdict, v)
	}
	s.Variables = slices.Sorted(maps.Keys(s.variables))
	return *s
}

// Worse is the worse of two verdicts.
func Worse(a, b string) string {
	for _, v := range []string{Fail, Undecided} {
		if a == v || b == v {
			return v
		}
	}
	return Pass
}

// Fails reports whether a result fails what it is about: at the level that counts,
// or without an answer where that fails too.
func (o Options) Fails(r finding.Result) bool {
	return r.Failed(o.FailOn) || o.UndecidedFails && unanswered(r)
}

// unanswered reports whether a result that could stop an order has no answer.
func unanswered(r finding.Result) bool {
	return r.Outcome == finding.Undecided && r.Level == finding.Error && !r.Baselined
}

// Verdict is fail where a result fails at the level that counts, undecided
// where an error-level result could not be decided, else pass.
func Verdict(results []finding.Result, o Options) string {
	switch {
	case slices.ContainsFunc(results, o.Fails):
		return Fail
	case slices.ContainsFunc(results, unanswered):
		return Undecided
	}
	return Pass
}
