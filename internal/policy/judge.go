package policy

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// outcomes are those that a policy may give. Waived is not one: only a person
// can sign for a failure.
var outcomes = []string{string(finding.Pass), string(finding.Fail), string(finding.Undecided), string(finding.Skipped)}

// judge holds an answer against the rule's metadata and fills its templates.
func (r *Rule) judge(a answer) (Judgement, error) {
	j := Judgement{
		Rule: r, Outcome: finding.Outcome(a.outcome), Path: a.path,
		Observed: a.observed, Limit: a.limit, Related: a.related, Fixes: a.fixes, Server: a.server, File: a.file,
	}
	if !slices.Contains(outcomes, a.outcome) {
		return j, fmt.Errorf("outcome %q is none of %s", a.outcome, strings.Join(outcomes, ", "))
	}
	var err error
	if j.Level, err = finding.ParseLevel(a.level); err != nil || !r.allows(j.Level) {
		return j, fmt.Errorf("level %q is none of the rule's: %s", a.level, r.levelNames())
	}
	if a.path == nil {
		return j, errors.New("no path: it says which value the result is about, [] the server itself")
	}
	if len(a.fixes) > 0 && !j.Outcome.Open() {
		return j, fmt.Errorf("a fix where the outcome is %s: there is nothing to mend", a.outcome)
	}
	if err := j.measure(r, a); err != nil {
		return j, err
	}
	a.bound = cmp.Or(a.bound, r.Bound)
	if err := r.formulas(j, a); err != nil {
		return j, err
	}
	for i := range a.components {
		if a.components[i].Path == nil {
			a.components[i].Path = a.path
		}
	}
	slices.SortStableFunc(a.components, func(x, y finding.Evidence) int { // what matters most is what is read
		bx, _ := x.Value.(float64)
		by, _ := y.Value.(float64)
		return cmp.Compare(by, bx)
	})
	j.Evidence = append(a.components, a.evidence...)
	j.MessageKey = cmp.Or(a.message, a.outcome)
	if j.Message, err = pick("message", r.messages, j.MessageKey, j, a); err != nil {
		return j, err
	}
	if _, ok := r.helps[a.outcome]; ok || a.help != "" {
		j.HelpKey = cmp.Or(a.help, a.outcome)
		j.Help, err = pick("help", r.helps, j.HelpKey, j, a)
	}
	return j, err
}

// measure sets what belongs to a comparison of two numbers.
func (j *Judgement) measure(r *Rule, a answer) error {
	if a.observed == nil && a.limit == nil {
		if a.unit != "" || a.bound != "" {
			return errors.New("unit or bound without observed and limit")
		}
		return nil
	}
	if a.observed == nil || a.limit == nil {
		return errors.New("observed and limit go together, and one is missing")
	}
	if j.Unit = cmp.Or(a.unit, r.Unit); j.Unit == "" {
		return errors.New("observed and limit without a unit, in the result or the metadata")
	}
	room := *a.observed - *a.limit
	switch bound := cmp.Or(a.bound, r.Bound); bound {
	case MinBound:
	case MaxBound:
		room = -room
	default:
		return fmt.Errorf("bound %q is neither %s nor %s, in the result or the metadata", bound, MinBound, MaxBound)
	}
	if m := room / math.Abs(*a.limit); *a.limit != 0 && !math.IsInf(m, 0) {
		j.Margin = &m
	}
	return nil
}

// pick fills the template of that key.
func pick(what string, ts map[string]template, key string, j Judgement, a answer) (string, error) {
	t, ok := ts[key]
	if !ok {
		return "", fmt.Errorf("no %s %q in the metadata: there are %s", what, key, strings.Join(slices.Sorted(maps.Keys(ts)), ", "))
	}
	s, err := t.fill(func(name string) (string, error) { return value(name, j, a) })
	if err != nil {
		return "", fmt.Errorf("%s %q: %w", what, key, err)
	}
	return s, nil
}

// The names that a template may use besides those of evidence and values.
const (
	observedName = "observed"
	limitName    = "limit"
	boundName    = "bound"  // "at least" or "at most"
	marginName   = "margin" // without its sign: the words around it say which side
)

// value prints what a template asks for: of the result, its values, its evidence,
// else of the rule's parameters. Two different values of one name are
// an error, as none of them is the one that is meant.
func value(name string, j Judgement, a answer) (string, error) {
	var found []string
	add := func(f *float64, unit string) {
		if f != nil {
			found = append(found, units.Print(*f, unit))
		}
	}
	switch name {
	case observedName:
		add(j.Observed, j.Unit)
	case limitName:
		add(j.Limit, j.Unit)
	case boundName:
		switch {
		case j.Limit == nil:
		case a.bound == MinBound:
			found = append(found, "at least")
		default:
			found = append(found, "at most")
		}
	case marginName:
		if j.Margin != nil {
			found = append(found, units.Print(math.Abs(*j.Margin), units.Fraction))
		}
	}
	if s, ok := a.values[name]; ok {
		found = append(found, s)
	}
	for _, e := range a.evidence {
		if e.Name == name {
			found = append(found, e.Text)
		}
	}
	if len(found) == 0 && j.Rule != nil {
		for _, p := range j.Rule.Params {
			if p.Name == name {
				found = append(found, printValue(p.Value, p.Unit))
			}
		}
	}
	switch found = slices.Compact(found); len(found) {
	case 0:
		return "", fmt.Errorf("nothing to put in for {%s}", name)
	case 1:
		return found[0], nil
	}
	return "", fmt.Errorf("%d values to put in for {%s}: %s", len(found), name, strings.Join(found, ", "))
}

// printValue prints evidence as people read it.
func printValue(v any, unit string) string {
	switch v := v.(type) {
	case float64:
		return units.Print(v, unit)
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case string:
		return v
	}
	return ""
}
