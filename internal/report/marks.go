package report

import (
	"fmt"

	"github.com/rackvet/rackvet/internal/finding"
)

// marks reports whether r is for the formats that mark places in files: what
// failed or has no answer. What somebody signed for, and what a baseline
// records, is left out of them unless asked for, since most readers of such
// formats know no other way to accept a failure.
func (o Options) marks(r finding.Result) bool {
	switch r.Outcome {
	case finding.Fail:
		return o.All || !r.Baselined
	case finding.Waived:
		return o.All
	case finding.Undecided:
		return true
	}
	return false
}

// severity is the level of r among such marks. What did not fail must not stop
// anybody who looks at errors alone: a missing answer is a warning at most, an
// accepted failure a note.
func severity(r finding.Result) finding.Level {
	switch {
	case r.Outcome == finding.Fail && !r.Baselined:
		return r.Level
	case r.Outcome == finding.Undecided:
		return min(r.Level, finding.Warning)
	}
	return finding.Note
}

// wording is the message of r as one harmless line of bearable length that says,
// in front, what else than a failure it is.
func wording(r finding.Result) string {
	words := r.Message
	switch {
	case r.Outcome == finding.Undecided:
		words = "undecided: " + words
	case r.Outcome == finding.Waived:
		words = "waived" + signature(r.Waiver) + ": " + words
	case r.Baselined:
		words = "in the baseline: " + words
	}
	return Escape(cut(words, maxMessage))
}

// signature says who waived something until when, and why.
func signature(w *finding.Waiver) string {
	if w == nil {
		return ""
	}
	words := ""
	if w.By != "" {
		words += " by " + w.By
	}
	if w.Until != "" {
		words += " until " + w.Until
	}
	if w.Ticket != "" {
		words += " (" + w.Ticket + ")"
	}
	return fmt.Sprintf("%s, because %q", words, w.Reason)
}

// remarks are what made r, and the other places that have part in it, as
// harmless lines.
func (o Options) remarks(r finding.Result) []string {
	lines := evidence(r.Evidence, 0)
	for _, rel := range r.Related {
		if rel.Range.File != "" {
			rel.Range.File = o.rel(rel.Range.File)
		}
		lines = append(lines, related(rel, o.rel(r.File)))
	}
	return lines
}
