package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/source"
)

// ruleView is a rule as JSON.
type ruleView struct {
	ID          string          `json:"id"`
	Category    string          `json:"category"`
	Level       finding.Level   `json:"level"` // the worst it gives
	Levels      []finding.Level `json:"levels"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	AppliesTo   string          `json:"applies_to"`
	Since       string          `json:"since"`
	// Own says that the rule is not built in, Fleet that it judges all servers of a run
	// at once.
	Own           bool   `json:"own,omitempty"`
	Fleet         bool   `json:"fleet,omitempty"`
	EffectiveFrom string `json:"effective_from,omitempty"`
	Deprecated    string `json:"deprecated,omitempty"`
	ReplacedBy    string `json:"replaced_by,omitempty"`
	Overrides     string `json:"overrides,omitempty"`
	// Off says that the config switches it off.
	Off bool `json:"off,omitempty"`
}

func newRuleView(r listedRule) ruleView {
	levels := r.levels()
	v := ruleView{ID: r.ID, Category: r.Category, Level: levels[0], Levels: levels, Off: r.off, Title: r.Title,
		Description: r.Description, AppliesTo: r.AppliesTo, Since: r.Since,
		Own: r.Outside, Fleet: r.Fleet, Deprecated: r.Deprecated, ReplacedBy: r.ReplacedBy, Overrides: r.Overrides}
	if !r.EffectiveFrom.IsZero() {
		v.EffectiveFrom = r.EffectiveFrom.Format(time.DateOnly)
	}
	return v
}

func newRules(p Process) *cobra.Command {
	var format string
	var settings configFlags
	var which policyFlags
	c := &cobra.Command{
		Use:   "rules",
		Short: "List the rules",
		Args:  cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := choice("format", format, "text", "json", "markdown"); err != nil {
				return err
			}
			cfg, err := settings.settle(c, p)
			if err != nil {
				return err
			}
			j, err := configured(p, which, cfg)
			if err != nil {
				return err
			}
			if err := refuse(p, j.faults, source.NewFile(cfg.Path, cfg.Bytes)); err != nil {
				return err
			}
			var rules []listedRule
			for _, r := range j.all.AllRules() {
				rules = append(rules, j.listed(r, cfg))
			}
			slices.SortStableFunc(rules, func(a, b listedRule) int { return strings.Compare(a.ID, b.ID) })
			if format == "json" {
				views := []ruleView{}
				for _, r := range rules {
					views = append(views, newRuleView(r))
				}
				return printJSON(p, views)
			}
			if format == "markdown" {
				return printRulesMarkdown(p, rules)
			}
			return printRules(p, rules)
		},
	}
	settings.register(c.Flags())
	which.registerRules(c.Flags())
	c.Flags().StringVar(&format, "format", "text", "`format`: text, json or markdown")
	return c
}

func printRules(p Process, rules []listedRule) error {
	w := tabwriter.NewWriter(p.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "RULE\tLEVELS\tTITLE\tAPPLIES TO")
	for _, r := range rules {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", r.ID, levelsOf(r), report.Escape(r.Title)+marks(r), report.Escape(r.AppliesTo))
	}
	if err := w.Flush(); err != nil {
		return broken(err)
	}
	return nil
}

// printRulesMarkdown prints a table a category.
func printRulesMarkdown(p Process, rules []listedRule) error {
	var b strings.Builder
	category := ""
	for _, r := range rules {
		if r.Category != category {
			if category != "" {
				b.WriteByte('\n')
			}
			category = r.Category
			fmt.Fprintf(&b, "## %s\n\n| rule | levels | title | applies to |\n|---|---|---|---|\n", category)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.ID, levelsOf(r), cell(report.Escape(r.Title)+marks(r)), cell(report.Escape(r.AppliesTo)))
	}
	return printText(p, b.String())
}

// cell keeps text within a cell of a Markdown table.
func cell(s string) string { return strings.ReplaceAll(s, "|", "\\|") }

func levelsOf(r listedRule) string {
	var levels []string
	for _, l := range r.levels() {
		levels = append(levels, l.String())
	}
	return strings.Join(levels, ", ")
}

func printText(p Process, s string) error {
	if _, err := io.WriteString(p.Stdout, s); err != nil {
		return broken(err)
	}
	return nil
}

func printJSON(p Process, v any) error {
	enc := json.NewEncoder(p.Stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return broken(err)
	}
	return nil
}
