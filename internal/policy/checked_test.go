package policy

import (
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

// The rules that are built in have no fault that compilation would find, and are
// compiled to the same without the stages that look for any.
func TestRulesAreCompiledAlikeWithoutChecks(t *testing.T) {
	b := builtin(t)
	for _, profile := range b.Profiles() {
		full := engine(t, b, Options{Profile: profile, whole: true}).compiler.Modules
		lean := engine(t, b, Options{Profile: profile, whole: true, Checked: true}).compiler.Modules
		rules := 0
		for file, m := range full {
			if len(lean[file].Rules) != len(m.Rules) {
				t.Errorf("%s by %s: %d rules, and without checks %d", file, profile, len(m.Rules), len(lean[file].Rules))
				continue
			}
			for i, r := range m.Rules {
				if got := lean[file].Rules[i]; ast.Compare(r, got) != 0 {
					t.Errorf("%s:%d by %s is compiled to\n%s\nand without checks to\n%s\nWrite expressions in the order of what they need, and without print, with and templates.",
						file, r.Location.Row, profile, r, got)
				}
				rules++
			}
		}
		if rules < 400 {
			t.Errorf("by %s there are %d rules", profile, rules)
		}
	}
}
