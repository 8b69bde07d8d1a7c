package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// standing is the level of a result, and its outcome where it is not a failure.
func standing(r finding.Result) string {
	if r.Outcome == finding.Fail {
		return r.Level.String()
	}
	return label(r)
}

// headlineItems is how many of a sort a headline names.
const headlineItems = 3

// headline says in one line what a change of a server comes to. It is harmless.
func (s DiffServer) headline() string {
	if s.State != DiffChanged {
		return "" // there is nothing to set it against
	}
	var words []string
	for _, f := range s.Figures {
		switch {
		case f.Base == nil || f.Head == nil:
		case f.Name == "gpu_memory":
			words = append(words, "VRAM "+span(f.value(f.Base), f.value(f.Head)))
		case f.Name == "host_memory":
			words = append(words, "RAM "+span(f.value(f.Base), f.value(f.Head)))
		case f.Name == "nodes":
			words = append(words, "nodes "+span(f.value(f.Base), f.value(f.Head)))
		case f.Name == "power":
			words = append(words, f.delta())
		case f.Name == "money":
			words = append(words, f.delta()+" "+Escape(cut(f.Currency, maxName)))
		}
	}
	var rooms []string
	for _, w := range s.Workloads {
		if room := w.GPU.room(); room != "" {
			rooms = append(rooms, "room for "+Escape(cut(w.Name, maxName))+" "+room)
		}
	}
	words = append(words, some(rooms)...)
	for _, c := range []struct {
		change DiffChange
		word   string
	}{{DiffResolved, "resolves "}, {DiffWaived, "waives "}, {DiffDropped, "no longer judges "}, {DiffBetter, "betters "}, {DiffWorse, "worsens "}, {DiffNew, "new "}} {
		if rules := s.rules(c.change); len(rules) > 0 {
			words = append(words, c.word+strings.Join(some(rules), ", "))
		}
	}
	return strings.Join(words, ", ")
}

// some is the first few of a list, and how many more there are.
func some(words []string) []string {
	if len(words) <= headlineItems+1 {
		return words
	}
	return append(slices.Clone(words[:headlineItems]), fmt.Sprintf("and %d more", len(words)-headlineItems))
}

// rules are those whose results changed so, each once.
func (s DiffServer) rules(change DiffChange) []string {
	var rules []string
	for _, r := range s.Results {
		id := Escape(cut(r.Rule, maxName))
		if r.Change == change && !slices.Contains(rules, id) {
			rules = append(rules, id)
		}
	}
	return rules
}

// still names what fails as before; "" for nothing.
func (s DiffServer) still() string {
	var rules []string
	for _, r := range s.Still {
		rules = append(rules, Escape(cut(r, maxName)))
	}
	if len(rules) == 0 {
		return ""
	}
	return "fails as before: " + strings.Join(some(rules), ", ")
}

// title is what became of a server, and its verdict.
func (s DiffServer) title() string {
	words := string(s.State)
	switch {
	case s.Verdict == "" || s.State == DiffUnclear || s.State == DiffMoved:
	case s.BaseVerdict != "" && s.BaseVerdict != s.Verdict:
		words += ", " + s.BaseVerdict + " → " + s.Verdict
	default:
		words += ", " + s.Verdict
	}
	return Escape(cut(words, maxName))
}

// unjudged says which side is not known, by the names of the sides; "" where both are.
func (d Diff) unjudged(s DiffServer) string {
	sides := map[string]string{"base": d.Base.String(), "head": d.Head.String(), "both": "either"}
	switch side := sides[s.Unjudged]; {
	case s.Unjudged == "":
		return ""
	case s.State == DiffUnclear:
		return "its file can't be read in " + side + ", so that nothing can be compared"
	default:
		return "it does not fit the schema in " + side + ", and is not judged there"
	}
}

// sentence counts what there is: "servers: 1 changed, 3 unchanged".
func (s DiffSummary) sentence() string {
	parts := nonzero(tally{s.Changed, "changed"}, tally{s.Moved, "moved"}, tally{s.Added, "added"}, tally{s.Removed, "removed"},
		tally{s.Unclear, "unclear"}, tally{s.Unchanged, "unchanged"})
	text := "no servers"
	if len(parts) > 0 {
		text = "servers: " + strings.Join(parts, ", ")
	}
	return text + s.known()
}

// known counts the problems that are no news.
func (s DiffSummary) known() string {
	if s.UnchangedProblems == 0 {
		return ""
	}
	return "; " + units.Several(s.UnchangedProblems, "problem") + " on both sides"
}

// results counts the changed results: "results: 1 new, 2 resolved".
func (s DiffSummary) results() string {
	var tallies []tally
	for _, c := range DiffChanges() {
		tallies = append(tallies, tally{s.Results[c], string(c)})
	}
	if parts := nonzero(tallies...); len(parts) > 0 {
		return "results: " + strings.Join(parts, ", ")
	}
	return ""
}

// totals says what it comes to for all servers together.
func (d Diff) totals() string {
	var parts []string
	for _, f := range d.Totals {
		if f.Base == nil || f.Head == nil || *f.Base == *f.Head {
			continue
		}
		text := partLabel(f.Name) + " " + span(f.value(f.Base), f.value(f.Head))
		if f.Currency != "" {
			text += " " + Escape(cut(f.Currency, maxName))
		}
		text += " (" + f.delta()
		switch {
		case f.Unknown > 0 && f.Currency != "":
			text += "; " + units.Several(f.Unknown, "server") + " without a budget in it"
		case f.Unknown > 0:
			text += "; " + units.Several(f.Unknown, "server") + " not known"
		}
		text += ")"
		parts = append(parts, text)
	}
	if len(parts) == 0 {
		return ""
	}
	return "in all: " + strings.Join(parts, ", ")
}

// String is a side's name and what it stands for.
func (s DiffSide) String() string {
	switch {
	case s.Kind == "folder" && s.Name == ".":
		return "the working directory"
	case s.Commit != "":
		return Escape(cut(s.Name, maxName)) + " (" + Escape(s.Commit[:min(10, len(s.Commit))]) + ")"
	}
	return Escape(cut(s.Name, maxName))
}

// judged says by what both sides were judged.
func (d Diff) judged() string {
	var recorded []string
	for _, s := range []DiffSide{d.Base, d.Head} {
		if s.Kind == "artefact" {
			recorded = append(recorded, s.String())
		}
	}
	by := "by profile " + Escape(cut(d.Profile, maxName))
	if d.JudgedBy != "" {
		by += " and " + Escape(cut(d.JudgedBy, maxName)) + " as it stands here"
	} else {
		by += " and no config"
	}
	switch len(recorded) {
	case 0:
		return "both judged " + by
	case 1:
		return recorded[0] + " is as it was recorded, its signature not checked; the other side is judged " + by
	}
	return "both are as they were recorded, their signatures not checked"
}
