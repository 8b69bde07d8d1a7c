package page

import (
	"cmp"
	"slices"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// decision says what made a verdict.
type decision struct {
	Lead     string
	Deciding []check
	// Further failed and decide nothing. Closest are those that passed with the least
	// room, where none decides.
	Further, Closest []check
}

// closest is how many checks are named where none failed.
const closest = 3

// decide says what made the verdict of some checks.
func (w *writer) decide(verdict string, checks []check) decision {
	count := map[string]int{}
	var d decision
	var open []check
	for _, c := range checks {
		count[c.Sign]++
		switch {
		case c.Failed(w.report.FailOn):
			d.Deciding = append(d.Deciding, c)
		case c.Outcome == finding.Undecided && c.Level == finding.Error && !c.Baselined:
			open = append(open, c)
		case c.Outcome == finding.Fail && c.Level >= finding.Warning && !c.Baselined:
			d.Further = append(d.Further, c)
		case isTight(c.Result):
			d.Closest = append(d.Closest, c)
		}
	}
	if len(d.Deciding) == 0 { // what has no answer decides alone
		d.Deciding = open
	} else {
		d.Further = append(open, d.Further...)
	}
	switch n := len(d.Deciding); {
	case verdict == "pass" && count["error"]+count["warning"]+count["note"] == 0:
		d.Lead = units.Several(count["pass"], "check") + " passed, and none failed."
	case verdict == "pass":
		d.Lead = units.Several(count["pass"], "check") + " passed, and nothing failed that would stop the order."
	case verdict == "undecided" && n == 0:
		d.Lead = "Not all that can stop the order was judged."
	case verdict == "undecided":
		d.Lead = units.Several(n, "check") + " that can stop the order could not be decided."
	case n == 1:
		d.Lead = "One finding stops the order."
	default:
		d.Lead = units.Several(n, "finding") + " stop the order."
	}
	var also []string
	count["undecided"] -= len(open)
	for _, t := range []struct{ sign, words string }{{"note", "note"}, {"undecided", "undecided check"}, {"waived", "waived failure"}, {"known", "known failure"}} {
		if n := count[t.sign]; n > 0 {
			also = append(also, units.Several(n, t.words))
		}
	}
	if len(also) > 0 {
		d.Lead += " There is more below: " + list(also) + "."
	}
	slices.SortStableFunc(d.Closest, func(a, b check) int { return cmp.Compare(*a.Margin, *b.Margin) })
	if d.Closest = d.Closest[:min(closest, len(d.Closest))]; len(d.Deciding) > 0 {
		d.Closest = nil
	}
	return d
}

// first is the check that says most about a verdict, nil where there is none.
func (d decision) first() *check {
	for _, list := range [][]check{d.Deciding, d.Further, d.Closest} {
		if len(list) > 0 {
			return &list[0]
		}
	}
	return nil
}

// isTight reports whether the margin of a result says how much room is left: it
// passed, and what it counts is no whole things, of which there are as many as it
// takes.
func isTight(r finding.Result) bool {
	return r.Outcome == finding.Pass && r.Margin != nil && *r.Margin >= 0 && r.Level >= finding.Warning && r.Unit != units.Count && r.Unit != ""
}
