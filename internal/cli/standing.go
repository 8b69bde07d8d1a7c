package cli

import (
	"slices"
	"strings"
	"time"

	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/report"
)

// listedRule is a rule with what the config says of it.
type listedRule struct {
	*policy.Rule
	off  bool
	most finding.Level // that its results are held to; 0 for none
}

// listed is a rule as it stands in a run.
func (j *judge) listed(r *policy.Rule, cfg *config.Config) listedRule {
	return listedRule{r, j.bundle.Rule(r.ID) == nil, capsOf(cfg)[r.ID]}
}

// levels are those that its results may have, worst first.
func (r listedRule) levels() []finding.Level {
	levels := slices.Clone(r.Levels)
	for i := range levels {
		if r.most != 0 {
			levels[i] = min(levels[i], r.most)
		}
	}
	return slices.Compact(levels)
}

// marks say behind a rule's title how it stands: whether it is judged by and to go, from
// when it counts, and whether it is in place of another.
func marks(r listedRule) string {
	var words []string
	if r.off {
		words = append(words, "switched off in the config")
	}
	if r.most != 0 {
		words = append(words, "at most "+r.most.String()+" by the config")
	}
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
func standing(r listedRule) []string {
	var lines []string
	if r.off {
		lines = append(lines, "**Switched off in the config**: no server is judged by it.")
	}
	if r.most != 0 {
		lines = append(lines, "**At most "+r.most.String()+"** by the config, which holds its results to that level.")
	}
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
func textOf(r listedRule, markdown bool) string {
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
