package waive

import (
	"fmt"
	"sync"
	"time"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// Set is the waivers of a run. Apply may be called by several workers at once.
type Set struct {
	rules Rules
	now   time.Time

	mu      sync.Mutex
	waivers []*Waiver
}

// Rules is what is to be known of a run's rules.
type Rules struct {
	// Waivable says whether a rule lets itself be waived.
	Waivable func(rule string) bool
	// Judged says whether the run evaluates a rule.
	Judged func(rule string) bool
	// Whole says that the run sees all servers that the config is for, so that a
	// waiver which names none of them and is not needed is of no use.
	Whole bool
}

// NewSet holds the waivers of the config. now decides which are dead.
func NewSet(waivers []*Waiver, now time.Time, rules Rules) *Set {
	return &Set{now: now, rules: rules, waivers: waivers}
}

// Apply marks those of a server's results that a waiver is for as waived. inline
// are the waivers of its own file; what is to be said of them is added.
func (s *Set) Apply(server string, results []finding.Result, inline []*Waiver) []finding.Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.waivers {
		w.met = w.met || len(w.Servers) > 0 && w.isFor(server)
	}
	for i := range results {
		for _, w := range inline {
			s.sign(w, &results[i])
		}
		for _, w := range s.waivers {
			s.sign(w, &results[i])
		}
	}
	for _, w := range inline {
		w.met = true
		for _, r := range s.about(w) {
			r.Server = server
			results = append(results, r)
		}
	}
	return results
}

// sign waives a result by w, if w is for it and alive.
func (s *Set) sign(w *Waiver, r *finding.Result) {
	if !w.covers(*r) {
		return
	}
	if r.Outcome == finding.Undecided {
		w.open = true
		return
	}
	if w.outgrownBy(*r) {
		if w.outgrown == nil || r.WorseThan(*w.outgrown.Observed) { // the worst, in whatever order they come
			worst := *r
			w.outgrown = &worst
		}
		return
	}
	w.used = true
	if r.Outcome == finding.Waived || w.expired(s.now) || !s.rules.Waivable(r.Rule) {
		return
	}
	r.Outcome, r.Waiver = finding.Waived, w.record()
}

// About gives what is to be said of the config's waivers, after all results have
// been seen.
func (s *Set) About() []finding.Result {
	s.mu.Lock()
	defer s.mu.Unlock()
	var results []finding.Result
	for _, w := range s.waivers {
		w.met = w.met || s.rules.Whole
		results = append(results, s.about(w)...)
	}
	return results
}

func (s *Set) about(w *Waiver) []finding.Result {
	switch {
	case !s.rules.Judged(w.Rule):
		return nil
	case !s.rules.Waivable(w.Rule):
		return []finding.Result{w.result(RuleInvalid, finding.Error, fmt.Sprintf("%s can't be waived", w.Rule),
			"Mend what it finds, and take the waiver out.")}
	case w.outgrown != nil:
		now := w.outgrown
		return []finding.Result{w.result(RuleExpired, finding.Error, fmt.Sprintf("the waiver of %s is for %s, and the value is worse now: %s", w.Rule, units.Print(*w.Observed, now.Unit), units.Print(*now.Observed, now.Unit)),
			"Mend what it was for, or have the new value signed.")}
	case w.expired(s.now) && w.used:
		return []finding.Result{w.result(RuleExpired, finding.Error, fmt.Sprintf("the waiver of %s ended on %s", w.Rule, w.until()),
			"Mend what it was for, or have it signed again with a later date.")}
	case w.open && !w.used && w.expired(s.now):
		return []finding.Result{w.result(RuleUnused, finding.Warning, fmt.Sprintf("the waiver of %s ended on %s, and what it was for can't be decided", w.Rule, w.until()),
			"Take it out, or have it signed again if it turns out to fail.")}
	case w.open && !w.used:
		return []finding.Result{w.result(RuleUnused, finding.Note, fmt.Sprintf("the waiver of %s has no effect: what it is for can't be decided, and a waiver is for what fails", w.Rule),
			"Write what is missing in the spec, and see whether it fails.")}
	case !w.met && !w.used: // nothing it is for was looked at
	case w.expired(s.now):
		return []finding.Result{w.result(RuleUnused, finding.Warning, fmt.Sprintf("the waiver of %s ended on %s, and nothing fails that it was for", w.Rule, w.until()),
			"Take it out.")}
	case !w.used:
		return []finding.Result{w.result(RuleUnused, finding.Warning, fmt.Sprintf("the waiver of %s is for nothing that fails", w.Rule), "Take it out.")}
	case !w.Until.IsZero() && !s.now.Add(Soon).Before(w.Until.AddDate(0, 0, 1)):
		return []finding.Result{w.result(RuleExpiring, finding.Note, fmt.Sprintf("the waiver of %s ends on %s", w.Rule, w.until()), "")}
	}
	return nil
}
