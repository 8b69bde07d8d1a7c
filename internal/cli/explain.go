package cli

import (
	"fmt"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/rackvet/rackvet/internal/config"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/suggest"
	"github.com/rackvet/rackvet/policies"
)

// specRules are the results that belong to no rule: of specs, and of rules of one's own.
var specRules = map[string]string{
	finding.RuleSyntax: `The file can't be read, or an expression in it has no value. The place shown is
where reading stopped. Nothing of the file is judged where it can't be read at
all; the other files are.`,
	finding.RuleSchema: `The file reads well and is not a build spec: an attribute or a block is unknown,
missing, written twice, or has a value that it can't have. A server with such a
fault is not judged by the rules until it is mended.`,
	finding.RuleReference: `A name leads nowhere: a local, a variable, an included file or a model's config
that is not there or gives nothing. Names of GPUs, CPUs, models and platforms are
the matter of part/unknown and part/ambiguous.`,
	ruleBroken: `A rule of your own, or a test of one, can't be used: it does not parse or compile,
reads a field that the input or the parameters do not have, says of itself what it
does not do, or goes wrong while it runs. lint ends with exit code 3 then.`,
	ruleFormat: `A file of rules is not laid out as opa fmt does. rackvet policy check --fix lays it
out. Nothing hangs on it but that changes are easy to read.`,
	ruleIncomplete: `A rule of your own lacks what others would read of it: its page, which rackvet
explain prints, tests, a spec on which it passes and one on which it fails, where
it comes from, or which servers it is for.`,
	ruleSilent: `A rule of your own gives no result for a server that it was tried on, or is skipped
for all of them. A rule answers for every server: where it is silent, lint ends
with exit code 3. Let it say skipped where it does not apply, and undecided where
a fact is missing.`,
}

func newExplain(p Process) *cobra.Command {
	var settings configFlags
	var format string
	var rules policyFlags
	c := &cobra.Command{
		Use:     "explain RULE",
		Short:   "Print the page of a rule, with the thresholds in force",
		Example: "  rackvet explain ratio/host-memory",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := choice("format", format, "text", "json", "markdown"); err != nil {
				return err
			}
			cfg, err := settings.settle(c, p)
			if err != nil {
				return err
			}
			return runExplain(p, cfg, format, rules, args[0])
		},
	}
	settings.register(c.Flags())
	c.Flags().StringVar(&format, "format", "text", "`format`: text, json or markdown")
	rules.registerRules(c.Flags())
	return c
}

// ruleIDs lists all that explain knows.
func ruleIDs() []string {
	ids := slices.Sorted(maps.Keys(specRules))
	if bundle, err := policy.Load(policies.FS); err == nil {
		for _, r := range bundle.Rules() {
			ids = append(ids, r.ID)
		}
	}
	return ids
}

// ruleDetail is a rule as explain gives it in JSON.
type ruleDetail struct {
	ruleView
	Params  []paramView  `json:"params"`
	Sources []sourceView `json:"sources"`
	Page    string       `json:"page"`
	Pass    string       `json:"pass,omitempty"`
	Fail    string       `json:"fail,omitempty"`
}

type paramView struct {
	Name     string `json:"name"`
	Value    any    `json:"value"`
	Unit     string `json:"unit,omitempty"`
	Source   string `json:"source,omitempty"`
	Strength string `json:"strength,omitempty"`
}

type sourceView struct {
	Description string `json:"description,omitempty"`
	Ref         string `json:"ref,omitempty"`
}

func runExplain(p Process, cfg *config.Config, format string, f policyFlags, id string) error {
	if text, ok := specRules[id]; ok {
		if format == "json" {
			return printJSON(p, map[string]string{"id": id, "page": text})
		}
		_, err := fmt.Fprintf(p.Stdout, "%s\n\n%s\n", id, text)
		return err
	}
	j, err := configured(p, f, cfg)
	if err != nil {
		return err
	}
	if err := refuse(p, j.faults, source.NewFile(cfg.Path, cfg.Bytes)); err != nil {
		return err
	}
	r := j.bundle.Rule(id)
	if r == nil {
		r = j.all.Rule(id) // one that is switched off
	}
	if r == nil {
		return usage("there is no rule %q%s", id, meant(id, ruleIDs()))
	}
	if format == "json" {
		return printJSON(p, newRuleDetail(j.listed(r, cfg)))
	}
	return printText(p, rulePage(j.listed(r, cfg), format == "markdown"))
}

func newRuleDetail(r listedRule) ruleDetail {
	d := ruleDetail{ruleView: newRuleView(r), Params: []paramView{}, Sources: []sourceView{}, Page: r.Page, Pass: r.Passing, Fail: r.Failing}
	for _, x := range r.Params {
		d.Params = append(d.Params, paramView{x.Name, x.Value, x.Unit, x.Source, x.Strength})
	}
	for _, s := range r.Sources {
		d.Sources = append(d.Sources, sourceView{s.Description, s.Ref})
	}
	return d
}

// meant says which rule a mistyped id may stand for.
func meant(id string, ids []string) string {
	if near := suggest.Nearest(id, ids, 1); len(near) > 0 {
		return fmt.Sprintf("; did you mean %q?", near[0])
	}
	return "; rackvet rules lists them"
}
