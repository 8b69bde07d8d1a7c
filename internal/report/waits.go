package report

import (
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// withoutWaiting leaves out what is undecided for want of a name that another
// result, of at least its level, says is not known. That one gets the rules into its
// help: once the name is mended they have answers, and until then each would say the
// same again.
func withoutWaiting(results []finding.Result) []finding.Result {
	causes := make([]int, len(results))
	waiting := map[int][]string{} // rules, by the index of the cause
	for i, r := range results {
		if causes[i] = cause(r, results); causes[i] >= 0 {
			waiting[causes[i]] = append(waiting[causes[i]], r.Rule)
		}
	}
	if len(waiting) == 0 {
		return results
	}
	var shown []finding.Result
	for i, r := range results {
		if causes[i] >= 0 {
			continue
		}
		if rules := waiting[i]; len(rules) > 0 {
			r.Help = strings.TrimSpace(r.Help + " " + undecided(rules))
		}
		shown = append(shown, r)
	}
	return shown
}

// cause is the index of the complaint about the name that r waits for, -1 if there is
// none that somebody has neither signed for nor recorded.
func cause(r finding.Result, results []finding.Result) int {
	if len(r.Unresolved) == 0 {
		return -1
	}
	return slices.IndexFunc(results, func(o finding.Result) bool {
		return o.Outcome == finding.Fail && !o.Baselined && o.Level >= r.Level && slices.Equal(o.Path, r.Unresolved)
	})
}

// undecided names the rules that wait.
func undecided(rules []string) string {
	are := " are"
	if len(rules) == 1 {
		are = " is"
	}
	n := units.Several(len(rules), "check")
	slices.Sort(rules)
	return n + are + " undecided until then: " + strings.Join(slices.Compact(rules), ", ") + "."
}
