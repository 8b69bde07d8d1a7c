package page

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/units"
)

// sources are the parts and models of all servers that have a source, each once.
func sources(servers []*Server) []Part {
	var list []Part
	for _, s := range servers {
		parts := slices.Clone(s.Parts)
		for _, x := range s.Workloads {
			if x.Model != nil {
				parts = append(parts, *x.Model)
			}
		}
		for _, p := range parts {
			if p.Source != "" && !slices.ContainsFunc(list, func(q Part) bool { return q.Name == p.Name && q.Source == p.Source }) {
				list = append(list, p)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Part) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// lead says in a sentence or two how a run came out.
func lead(r *Report) string {
	count := map[string]int{}
	for _, s := range r.Servers {
		count[s.Verdict]++
	}
	var verdicts []string
	for _, v := range []struct{ verdict, one, more string }{{"fail", "fails", "fail"}, {"undecided", "can't be decided", "can't be decided"}, {"pass", "passes", "pass"}} {
		switch n := count[v.verdict]; n {
		case 0:
		case 1:
			verdicts = append(verdicts, "1 "+v.one)
		default:
			verdicts = append(verdicts, fmt.Sprintf("%d %s", n, v.more))
		}
	}
	x := r.Summary
	var found []string
	for _, t := range []tally{{"error", x.Errors}, {"warning", x.Warnings}, {"note", x.Notes}, {"undecided", x.Undecided}, {"waived", x.Waived}, {"known", x.Baselined}} {
		if t.N > 0 {
			found = append(found, t.Words())
		}
	}
	text := fmt.Sprintf("Of %s in %s, %s.", units.Several(x.Servers, "server"), units.Several(x.Files, "file"), list(verdicts))
	if len(verdicts) == 0 {
		text = "There is no server in " + units.Several(x.Files, "file") + "."
	}
	return text + " " + capital(list(append(found, units.Several(x.Passes, "check")+" passed"))) + "."
}
