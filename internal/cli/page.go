package cli

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/units"
)

// rulePage is a rule's page with the thresholds in force, where they come from, and
// the spec on which the rule fires.
func rulePage(r listedRule, markdown bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", strings.TrimSpace(textOf(r, markdown)))
	if len(r.Params) > 0 {
		b.WriteString("\n## Thresholds in force\n\n")
		if markdown {
			thresholdsMarkdown(&b, r.Params)
		} else {
			thresholds(&b, r.Params)
		}
	}
	if len(r.Sources) > 0 {
		b.WriteString("\n## Sources\n\n")
		for _, s := range r.Sources {
			fmt.Fprintf(&b, "- %s: %s\n", s.Description, s.Ref)
		}
	}
	if r.Failing != "" {
		b.WriteString("\n## A spec on which it fires\n\n")
		text := example(r.Failing)
		if markdown {
			fmt.Fprintf(&b, "```hcl\n%s```\n", text)
		} else {
			for line := range strings.Lines(text) {
				b.WriteString("    " + line)
			}
		}
	}
	return escapeLines(b.String())
}

// example is a spec as people read it, without the lines that tests read.
func example(spec string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(spec, "\n") + "\n") {
		if !strings.HasPrefix(strings.TrimSpace(line), `# want "`) {
			b.WriteString(line)
		}
	}
	return b.String()
}

func thresholds(b *strings.Builder, params []policy.Param) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "  NAME\tVALUE\tSTRENGTH\tSOURCE")
	for _, x := range params {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", x.Name, threshold(x), x.Strength, x.Source)
	}
	w.Flush() // into memory, which does not fail
}

func thresholdsMarkdown(b *strings.Builder, params []policy.Param) {
	b.WriteString("| name | value | strength | source |\n|---|---|---|---|\n")
	for _, x := range params {
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", x.Name, cell(threshold(x)), x.Strength, cell(x.Source))
	}
}

func threshold(x policy.Param) string {
	if n, ok := x.Value.(float64); ok {
		return units.Print(n, x.Unit)
	}
	return fmt.Sprint(x.Value)
}
