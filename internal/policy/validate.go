package policy

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/rackvet/rackvet/internal/finding"
)

var version = regexp.MustCompile(`^\d+\.\d+\.\d+$`)

// Validate demands that every rule says what others read of it, and that its
// templates fit its code. The error joins all faults.
func (b *Bundle) Validate() error { return b.validate(b.AllRules()) }

func (b *Bundle) validate(rules []*Rule) error {
	builtin := make(map[string]bool) // in libraries that are built in, which most rules read
	for file, m := range b.modules {
		if strings.HasPrefix(file, libFolder+"/") {
			addStrings(m, builtin)
		}
	}
	var errs []error
	for _, r := range rules {
		said := maps.Clone(builtin)
		if r.Outside {
			clear(said)
			for _, m := range reached(b.modules, func(file string) bool { return file == r.File }) {
				addStrings(m, said)
			}
		}
		addStrings(b.modules[r.File], said)
		for _, p := range r.Params {
			said[p.Name] = true
		}
		faults := r.faults(said, outcomesOf(b.modules[r.File]))
		if r.ReplacedBy != "" && (r.ReplacedBy == r.ID || b.Rule(r.ReplacedBy) == nil && !b.LeftOut(r.ReplacedBy)) {
			faults = append(faults, fmt.Errorf("custom.replaced_by is %s, and there is no other rule of that name", r.ReplacedBy))
		}
		errs = append(errs, placed(b.modules[r.File], "rule "+r.ID, errors.Join(faults...)))
	}
	return errors.Join(errs...)
}

// outcomesOf are the outcomes that a rule itself names, other than to compare with
// them. What a library that it reads may give is found when it comes.
func outcomesOf(m *ast.Module) map[string]bool {
	compared := func(op string) bool {
		return op == ast.Equal.Name || op == ast.NotEqual.Name || op == ast.Member.Name
	}
	named := make(map[string]bool)
	v := ast.NewGenericVisitor(func(x any) bool {
		switch x := x.(type) {
		case *ast.Expr:
			return x.IsCall() && compared(x.Operator().String())
		case ast.Call:
			return compared(x[0].String())
		case ast.String:
			named[string(x)] = true
		}
		return false
	})
	for _, rule := range m.Rules {
		v.Walk(rule)
	}
	return named
}

// faults lists what is wrong with r. said has the strings in its code and in that of
// the libraries, given the outcomes that it names itself.
func (r *Rule) faults(said, given map[string]bool) (errs []error) {
	fault := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	fault(r.Title == "", "no title")
	fault(strings.ContainsRune(r.Title, '\n'), "title is not one line")
	fault(r.Description == "", "no description")
	fault(len(r.Levels) == 0, "custom.levels names no level")
	fault(!version.MatchString(r.Since), "custom.since %q is no release such as 0.1.0", r.Since)
	fault(r.Bound != "" && r.Bound != MinBound && r.Bound != MaxBound, "custom.bound %q is neither %s nor %s", r.Bound, MinBound, MaxBound)
	fault(strings.TrimSpace(r.Page) == "" && !r.Outside, "no README.md beside it")

	for _, d := range r.declared {
		fault(!said[d.Name], "custom.evidence declares %s, which the policy never gives", d.Name)
		errs = append(errs, nameFaults("evidence", d.Name, d.formula, said)...)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Units)) {
		fault(!said[name], "custom.units has %s, which the policy never gives", name)
	}
	for _, outcome := range outcomes {
		required := outcome == string(finding.Pass) || outcome == string(finding.Fail) || given[outcome]
		fault(required && !hasVariant(r.Messages, outcome), "custom.messages has none for %s", outcome)
	}
	for _, key := range slices.Sorted(maps.Keys(r.Messages)) {
		m := r.Messages[key]
		fault(m == "" || strings.ContainsRune(m, '\n') || strings.HasSuffix(m, "."), "custom.messages.%s is not one line without a full stop", key)
		errs = append(errs, nameFaults("messages", key, r.messages[key], said)...)
	}
	for _, key := range slices.Sorted(maps.Keys(r.Helps)) {
		fault(!strings.HasSuffix(r.Helps[key], "."), "custom.helps.%s does not end in a full stop", key)
		errs = append(errs, nameFaults("helps", key, r.helps[key], said)...)
	}
	return errs
}

// hasVariant reports whether an outcome has a message, its own or one that the
// policy names, such as fail_fits.
func hasVariant(messages map[string]string, outcome string) bool {
	for key := range messages {
		if key == outcome || strings.HasPrefix(key, outcome+"_") {
			return true
		}
	}
	return false
}

// nameFaults finds names in a template that no result can fill. A name that the
// code writes somewhere may still be missing from a result; that is found when
// the template is filled.
func nameFaults(field, key string, t template, said map[string]bool) (errs []error) {
	for _, name := range t.names() {
		if !slices.Contains([]string{observedName, limitName, marginName, boundName}, name) && !said[name] {
			errs = append(errs, fmt.Errorf("custom.%s.%s asks for {%s}, which no evidence and no value is called", field, key, name))
		}
	}
	return errs
}

// addStrings notes every string that a module writes.
func addStrings(m *ast.Module, said map[string]bool) {
	for _, rule := range m.Rules {
		ast.WalkTerms(rule, func(t *ast.Term) bool {
			if s, ok := t.Value.(ast.String); ok {
				said[string(s)] = true
			}
			return false
		})
	}
}
