package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
)

// check is a result as the page shows it: everything in it is harmless text.
type check struct {
	finding.Result
	ID string // within the page, "" where nothing leads to it
	// Sign is the word for how it came out: error, warning, note, undecided, waived,
	// known, pass or skipped. It picks the mark and the colour, too.
	Sign                    string
	Title, Words, Advice    string
	Seen, Allowed, Distance string // observed, limit and margin
	Where                   string
	Inputs                  []input
	Besides                 []string // other places that have part in it
}

// input is a line of a check's evidence.
type input struct{ Name, Value, Formula, Where string }

// newCheck makes a check of a result. file is the one that its reader knows it is
// about, "" for none.
func (w *writer) newCheck(r finding.Result, file string) check {
	c := check{
		Result: r, Sign: sign(r), Title: w.title(r.Rule), Words: sentence(w.text(r.Message)), Advice: w.text(r.Help),
		Seen: number(r.Observed, r.Unit), Distance: signed(r.Margin), Where: w.where(r, file),
	}
	c.Allowed = strings.TrimSpace(w.bound(r) + " " + number(r.Limit, r.Unit))
	for _, e := range r.Evidence {
		in := input{Name: w.name(finding.Words(e.Name)), Value: w.text(e.Words())}
		if formula := e.Derivation(); formula != "" {
			in.Formula = w.text(formula)
		}
		if e.Line > 0 {
			in.Where = fmt.Sprintf("line %d", e.Line)
		}
		c.Inputs = append(c.Inputs, in)
	}
	for _, x := range r.Related {
		words := strings.TrimSuffix(x.Message, " here")
		switch {
		case x.Range.Start.Line < 1:
		case x.Range.File == file:
			words += fmt.Sprintf(": line %d", x.Range.Start.Line)
		default:
			words += fmt.Sprintf(": %s:%d", x.Range.File, x.Range.Start.Line)
		}
		c.Besides = append(c.Besides, w.text(words))
	}
	return c
}

// sign is the word for how a result came out.
func sign(r finding.Result) string {
	switch {
	case r.Outcome == finding.Fail && r.Baselined:
		return "known"
	case r.Outcome == finding.Fail:
		return r.Level.String()
	}
	return string(r.Outcome)
}

// title is a rule's own, or its id.
func (w *writer) title(rule string) string {
	if t := w.rules[rule].Title; t != "" {
		return w.name(t)
	}
	return w.name(rule)
}

// where says where a result is, as short as will do.
func (w *writer) where(r finding.Result, file string) string {
	switch {
	case r.Range.Start.Line < 1:
		return w.name(r.File)
	case r.File == file:
		return fmt.Sprintf("line %d", r.Range.Start.Line)
	}
	return fmt.Sprintf("%s:%d", w.name(r.File), r.Range.Start.Line)
}

// bound says on which side of the limit the good values lie, "" where that can't be
// told. The margin tells it from the numbers; where these are equal, the rule does.
func (w *writer) bound(r finding.Result) string {
	side := w.rules[r.Rule].Bound
	switch {
	case r.Observed == nil || r.Limit == nil:
		return ""
	case r.Margin != nil && *r.Observed != *r.Limit && *r.Margin != 0:
		side = "max"
		if (*r.Observed > *r.Limit) == (*r.Margin > 0) {
			side = "min"
		}
	}
	return map[string]string{"min": "at least", "max": "at most"}[side]
}

// badness orders results by how much they matter, worst first.
func badness(r finding.Result) int {
	switch sign(r) {
	case "error":
		return 8
	case "undecided":
		return 2*int(r.Level) + 1
	case "warning":
		return 4
	case "note":
		return 2
	case "known", "waived":
		return 1
	}
	return 0
}

// worstFirst orders results by badness; those that are as bad keep their order.
func worstFirst(results []finding.Result) []finding.Result {
	sorted := slices.Clone(results)
	slices.SortStableFunc(sorted, func(a, b finding.Result) int { return cmp.Compare(badness(b), badness(a)) })
	return sorted
}

// category is the first part of a rule's id.
func category(rule string) string {
	c, _, _ := strings.Cut(rule, "/")
	return c
}

// categories are those that rackvet has, in the order of their weight.
var categories = []struct{ id, title string }{
	{"spec", "The spec itself"}, {"headroom", "Headroom"}, {"ratio", "Ratios"}, {"bandwidth", "Bandwidth and links"},
	{"power", "Power"}, {"fit", "Fit for the workloads"}, {"part", "Parts"}, {"budget", "Budget"},
}

// group is the checks of a category.
type group struct {
	Title  string
	Checks []check
}

// groups puts checks under their categories, those of an organisation last.
func (w *writer) groups(checks []check) []group {
	var groups []group
	order := func(rule string) int {
		for i, c := range categories {
			if c.id == category(rule) {
				return i
			}
		}
		return len(categories)
	}
	sorted := slices.Clone(checks)
	slices.SortStableFunc(sorted, func(a, b check) int {
		return cmp.Or(cmp.Compare(order(a.Rule), order(b.Rule)), strings.Compare(category(a.Rule), category(b.Rule)))
	})
	for i, c := range sorted {
		if i == 0 || category(sorted[i-1].Rule) != category(c.Rule) {
			title := category(c.Rule)
			if n := order(c.Rule); n < len(categories) {
				title = categories[n].title
			}
			groups = append(groups, group{Title: w.name(title)})
		}
		g := &groups[len(groups)-1]
		g.Checks = append(g.Checks, c)
	}
	return groups
}
