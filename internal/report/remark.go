package report

import (
	"fmt"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// Evidence is shown in at most this many lines of about this many columns: the
// numbers that made the result, not the whole calculation, which JSON has.
const (
	evidenceLines   = 2
	evidenceColumns = 100
)

// evidence packs the inputs of a result into lines, in the rule's own order,
// most important first, and says how many found no room.
func evidence(es []finding.Evidence, width int) []string {
	room := evidenceColumns
	if width > 0 {
		room = min(room, max(width-gutterColumns-1, 20))
	}
	var lines []string
	for i, e := range es {
		text := evidenceText(e)
		if n := len(lines); n > 0 && columns(lines[n-1])+2+columns(text) <= room {
			lines[n-1] += "; " + text
			continue
		}
		if len(lines) == evidenceLines {
			lines[evidenceLines-1] += fmt.Sprintf("; and %d more in JSON", len(es)-i)
			break
		}
		lines = append(lines, text)
	}
	return lines
}

// evidenceText is one input: name, value, how it came about, where it stands.
func evidenceText(e finding.Evidence) string {
	text := name(e.Name)
	if v := e.Words(); v != "" {
		text += " " + v
	}
	if formula := e.Derivation(); formula != "" {
		text += " = " + formula
	}
	if e.Line > 0 {
		text += fmt.Sprintf(" (line %d)", e.Line)
	}
	return Escape(text)
}

// name is an evidence's name as prose: "kv_cache" is "KV cache".
func name(s string) string { return finding.Words(s) }

// related says the other place's words and where it is: "first defined here"
// becomes "first defined at a.hcl:3:1".
func related(r finding.Related, file string) string {
	words := Escape(r.Message)
	if r.Range.Start.Line < 1 && r.Range.File == "" {
		return words // nowhere in particular
	}
	words = strings.TrimSuffix(words, " here")
	return strings.TrimSpace(words + " at " + place(r.Range, file))
}

// wrap breaks text at blanks into lines of at most width columns, or of one
// word if that is wider. A width of 0 leaves it whole.
func wrap(text string, width int) []string {
	if width <= 0 || columns(text) <= width {
		return []string{text}
	}
	var lines []string
	line, used := "", 0
	for word := range strings.FieldsSeq(text) {
		n := columns(word)
		if line != "" && used+1+n > width {
			lines = append(lines, line)
			line, used = "", 0
		}
		if line != "" {
			line, used = line+" ", used+1
		}
		line, used = line+word, used+n
	}
	return append(lines, line)
}

// whyUndecided says why the verdict of a run is undecided, where it is.
func whyUndecided(s finding.Summary) string {
	switch {
	case s.Verdict != string(finding.Undecided):
		return ""
	case s.Servers == 0:
		return "there is no server to judge"
	case s.Undecided == 0:
		return "not all of it could be judged"
	}
	return "a check that could be an error has no answer"
}

// tally is a number of results of one sort.
type tally struct {
	n    int
	sort string
}

// nonzero puts into words the tallies that counted something.
func nonzero(ts ...tally) []string {
	var parts []string
	for _, t := range ts {
		if t.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", t.n, t.sort))
		}
	}
	return parts
}

// failures counts what failed, worst first, leaving out what did not.
func failures(s finding.Summary) []string {
	var parts []string
	for _, t := range []tally{{s.Errors, "error"}, {s.Warnings, "warning"}, {s.Notes, "note"}} {
		if t.n > 0 {
			parts = append(parts, units.Several(t.n, t.sort))
		}
	}
	return parts
}

// faults is what keeps a server from being plainly good, or "".
func faults(s finding.Summary) string {
	parts := append(failures(s), nonzero(tally{s.Undecided, "undecided"}, tally{s.Waived, "waived"}, tally{s.Baselined, "known"})...)
	return strings.Join(parts, ", ")
}
