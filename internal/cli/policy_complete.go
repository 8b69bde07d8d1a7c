package cli

import (
	"fmt"
	"path"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/policy"
)

// gap is something that others would read of a rule.
type gap struct {
	there      bool
	what, help string
}

// complete notes what of a rule is not there.
func (c *policyCheck) complete(b *policy.Bundle, r *policy.Rule, tested map[string]bool) {
	test := strings.TrimSuffix(r.File, ".rego") + "_test.rego"
	c.gaps(r, "has no %s beside it", []gap{
		{strings.TrimSpace(r.Page) != "", "README.md", "README.md says what the rule asks and why; rackvet explain prints it."},
		{tested[test], path.Base(test), "Tests are rules test_…, which rackvet policy test runs."},
		{r.Passing != "", passing, "On pass.hcl the rule passes."},
		{r.Failing != "", failing, `On fail.hcl it fails, with # want "…" on the line before.`},
	})
	c.gaps(r, "has no %s in its metadata", []gap{
		{len(r.Sources) > 0, "related_resources", "Say in related_resources where the rule comes from."},
		{r.AppliesTo != "", "custom.applies_to", "Say in applies_to which servers it is for."},
		{r.Typed, "schemas", fmt.Sprintf("With schemas: [{input: %s}] types are checked.", schemaOf(r))},
	})
	for _, name := range b.Unread(r) {
		c.warn(ruleIncomplete, r, "has the parameter "+name+", which nothing reads", "Judge by it, or leave it out.")
	}
}

// gaps notes in one what is missing; format says where.
func (c *policyCheck) gaps(r *policy.Rule, format string, all []gap) {
	var what, help []string
	for _, g := range all {
		if !g.there {
			what, help = append(what, g.what), append(help, g.help)
		}
	}
	if len(what) > 0 {
		c.warn(ruleIncomplete, r, fmt.Sprintf(format, strings.Join(what, ", no ")), strings.Join(help, " "))
	}
}

func schemaOf(r *policy.Rule) string {
	if r.Fleet {
		return "schema.fleet"
	}
	return "schema.input"
}

// warn notes something about a rule as a whole.
func (c *policyCheck) warn(id string, r *policy.Rule, what, help string) {
	c.add(id, finding.Warning, r.File, r.Line, 1, "rule "+r.ID+" "+what, help)
}
