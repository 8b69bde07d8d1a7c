package policy

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/rackvet/rackvet/internal/finding"
)

// Rule is what a policy says of itself, read from its METADATA, its folder and
// the parameters. It is what `rackvet rules` and `rackvet explain` print.
type Rule struct {
	// ID is "category/name", the folder of the rule.
	ID, Category, Name string
	// Title is a line, Description some sentences, AppliesTo says to which
	// servers, Since names the release that the rule came with.
	Title, Description, AppliesTo, Since string
	// Outside says that the rule is not built in, and Fleet that it judges all servers
	// of a run at once.
	Outside, Fleet bool
	// Typed says that its METADATA name the schema of the input.
	Typed bool
	// EffectiveFrom is the day from which results have their own levels; zero for
	// always. Deprecated says why the rule is to go, ReplacedBy which stands in for it,
	// Overrides which built-in rule it is in place of.
	EffectiveFrom                     time.Time
	Deprecated, ReplacedBy, Overrides string
	// Unwaivable says that nobody may sign for its failures.
	Unwaivable bool
	// Levels are those a result may have, worst first.
	Levels []finding.Level
	// Figures are those of the catalogue that results turn on: "gpu.tdp".
	Figures []string
	// Messages and Helps are the templates by key: an outcome, or a variant
	// that the policy names.
	Messages, Helps map[string]string
	// Units are those of values that are numbers, by name.
	Units map[string]string
	// Unit and Bound are those of results that do not give their own. A Bound is
	// MinBound or MaxBound.
	Unit, Bound string
	Sources     []Source
	// File is where the rule stands in the bundle, Line that of its package.
	File   string
	Line   int
	Params []Param
	// Page is the README.md beside the rule, Passing and Failing its pass.hcl and
	// fail.hcl; "" where there is none.
	Page, Passing, Failing string

	messages, helps map[string]template
	declared        []declared
	own             map[string]param // of custom.params
	// results is the set that the rule's package defines, answer what it is called
	// in a query.
	results ast.Ref
	answer  ast.Var
}

// The bounds: on which side of the limit the good values lie.
const (
	MinBound = "min" // the limit is the least that is good
	MaxBound = "max" // the limit is the most that is good
)

// Source is where a rule's claim comes from.
type Source struct {
	Description, Ref string
}

// Param is a value that a rule judges by, such as a threshold.
type Param struct {
	Name string
	// Value is a float64, a string, a bool, or a list or object of those.
	Value any
	// Unit says how Value is printed: one of the names in units.Print.
	Unit string
	// Source says where the value comes from, Strength how well that holds.
	Source, Strength string
}

// allows reports whether a result of r may have level l.
func (r *Rule) allows(l finding.Level) bool { return slices.Contains(r.Levels, l) }

// levelNames lists the levels of r for a message.
func (r *Rule) levelNames() string {
	names := make([]string, len(r.Levels))
	for i, l := range r.Levels {
		names[i] = l.String()
	}
	return strings.Join(names, ", ")
}

func sortRules(rules []*Rule) {
	slices.SortFunc(rules, func(a, b *Rule) int { return cmp.Compare(a.ID, b.ID) })
}
