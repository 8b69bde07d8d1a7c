package cli

import (
	"strings"
	"time"

	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
)

// marks say behind a rule's title how it stands: whether it is to go, from when it
// counts, and whether it is in place of another.
func marks(r *policy.Rule) string {
	var words []string
	switch {
	case r.ReplacedBy != "":
		words = append(words, "deprecated: use "+r.ReplacedBy)
	case r.Deprecated != "":
		words = append(words, "deprecated")
	}
	if !r.EffectiveFrom.IsZero() {
		words = append(words, "a note before "+r.EffectiveFrom.Format(time.DateOnly))
	}
	if r.Overrides != "" {
		words = append(words, "in place of the built-in rule")
	}
	if len(words) == 0 {
		return ""
	}
	return " (" + strings.Join(words, "; ") + ")"
}

// standing says the same in sentences, for the rule's page.
func standing(r *policy.Rule) []string {
	var lines []string
	if r.Deprecated != "" || r.ReplacedBy != "" {
		line := "**Deprecated**"
		if r.Deprecated != "" {
			line += ": " + strings.TrimSuffix(oneLine(r.Deprecated), ".")
		}
		line += "."
		if r.ReplacedBy != "" {
			line += " " + r.ReplacedBy + " stands in for it."
		}
		lines = append(lines, line)
	}
	if !r.EffectiveFrom.IsZero() {
		day := r.EffectiveFrom.Format(time.DateOnly)
		lines = append(lines, "**In force from "+day+"**: before that day its results are notes.")
	}
	if r.Overrides != "" {
		lines = append(lines, "**In place of the built-in rule** of this name, which is not evaluated.")
	}
	return lines
}

// textOf is a rule's page as it was written, with how the rule stands below its head.
// A rule without one has what its metadata say.
func textOf(r *policy.Rule, markdown bool) string {
	text := strings.TrimSpace(r.Page)
	if text == "" {
		text = "# " + r.ID + "\n\n" + r.Title + ".\n\n" + r.Description
	}
	head, rest, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(head, "# ") {
		head, rest = "# "+r.ID, "\n"+text
	}
	for _, line := range standing(r) {
		if !markdown {
			line = strings.ReplaceAll(line, "**", "")
		}
		head += "\n\n" + line
	}
	return head + "\n" + rest
}

// escapeLines is a text of several lines that does no harm to a terminal.
func escapeLines(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(report.Escape(strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", "    ")) + "\n")
	}
	return b.String()
}
