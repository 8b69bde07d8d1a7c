package policy

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Join is b with policies that are not built in. A rule is any Rego file of the
// package rackvet.rules.<category>["<name>"], or rackvet.fleet.<category>["<name>"]
// for one that judges all servers of a run at once; packages outside of rackvet are
// libraries. Data files are found under data.org, by the folders that they stand
// in. The error joins all that is wrong.
func (b *Bundle) Join(folders ...*Folder) (*Bundle, error) {
	if len(folders) == 0 {
		return b, nil
	}
	c := *b
	c.modules, c.params = maps.Clone(b.modules), maps.Clone(b.params)
	c.rules, c.fleet, c.org = slices.Clone(b.rules), slices.Clone(b.fleet), maps.Clone(b.org)
	c.outside, c.profiles = maps.Clone(b.outside), map[string]params{}
	for name, p := range b.profiles {
		c.profiles[name] = maps.Clone(p)
	}
	if c.outside == nil {
		c.outside = map[string]bool{}
	}
	if c.params == nil {
		c.params = params{}
	}
	if c.org == nil {
		c.org = map[string]any{}
	}
	var errs []error
	for _, f := range folders {
		before := c.own()
		for _, file := range slices.Sorted(maps.Keys(f.Files)) {
			switch {
			case strings.HasSuffix(file, testSuffix):
			case strings.HasSuffix(file, ".rego"):
				errs = append(errs, c.join(f, file))
			case slices.Contains(dataFiles, path.Base(file)):
				errs = append(errs, c.joinData(f, file))
			}
		}
		if c.own() == before && errors.Join(errs...) == nil {
			errs = append(errs, fmt.Errorf("%s holds no rule: %s", f.Name, rulePackage))
		}
	}
	sortRules(c.rules)
	sortRules(c.fleet)
	c.attachParams()
	left, err := c.asLeft(folders)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(append(errs, left.validate(append(left.Outside(), left.fleet...)))...); err != nil {
		return nil, err
	}
	return left, nil
}

// join adds one Rego file.
func (b *Bundle) join(f *Folder, file string) error {
	name := path.Join(f.Name, file)
	m, err := parseFile(name, f.Files[file])
	if err != nil {
		return fmt.Errorf("parse policy: %w", err)
	}
	if m == nil {
		return &Fault{name, 1, 1, "the file is empty"}
	}
	if _, taken := b.modules[name]; taken {
		return fmt.Errorf("%s is given twice", name)
	}
	kind, category, rule, err := packageOf(m)
	if err != nil {
		return &Fault{name, m.Package.Location.Row, m.Package.Location.Col, err.Error()}
	}
	if kind == "" && saysRule(m) {
		return &Fault{name, m.Package.Location.Row, m.Package.Location.Col,
			fmt.Sprintf("package %s has the metadata of a rule and would be a library: %s", m.Package.Path[1:], rulePackage)}
	}
	if kind != "" {
		r, err := newRule(name, m, category, rule, func(beside string) ([]byte, error) { return f.Files[path.Join(path.Dir(file), beside)], nil })
		if err != nil {
			return err
		}
		r.Outside, r.Fleet = true, kind == "fleet"
		if err := b.add(r); err != nil {
			return &Fault{name, m.Package.Location.Row, m.Package.Location.Col, err.Error()}
		}
	}
	b.modules[name], b.outside[name] = m, true
	return nil
}

// rulePackage says how a rule is told from a library.
const rulePackage = `a rule has the package rackvet.rules.<category>["<name>"], or rackvet.fleet.<category>["<name>"]`

// saysRule reports whether the METADATA of a package are those of a rule.
func saysRule(m *ast.Module) bool {
	a := packageMetadata(m)
	return a != nil && a.Custom["levels"] != nil && a.Custom["messages"] != nil
}

// maxID bounds the id of a rule, which stands in every result.
const maxID = 100

// packageOf tells what a package is: "rules" or "fleet" with the rule's category
// and name, or "" for a library.
func packageOf(m *ast.Module) (kind, category, name string, err error) {
	parts, err := packageNames(m)
	if err != nil {
		return "", "", "", err
	}
	switch {
	case parts[0] != root && parts[0] != "org":
		return "", "", "", nil
	case len(parts) == 4 && parts[0] == root && (parts[1] == "rules" || parts[1] == "fleet") && kebab.MatchString(parts[2]) && kebab.MatchString(parts[3]):
		if id := parts[2] + "/" + parts[3]; len(id) > maxID {
			return "", "", "", fmt.Errorf("the rule's id is %d letters long, at most %d make sense", len(id), maxID)
		}
		return parts[1], parts[2], parts[3], nil
	}
	return "", "", "", fmt.Errorf("package %s: a rule has rackvet.rules.<category>[\"<name>\"] or rackvet.fleet.<category>[\"<name>\"], in lower case with hyphens; the rest of rackvet and org is taken, and a library has a name of its own", strings.Join(parts, "."))
}

// add takes a rule in, or refuses one whose id is taken.
func (b *Bundle) add(r *Rule) error {
	at := slices.IndexFunc(b.rules, func(x *Rule) bool { return x.ID == r.ID })
	switch {
	case r.Overrides != "" && r.Overrides != r.ID:
		return fmt.Errorf("custom.overrides is %s, and the rule is %s: it can stand in for none but that", r.Overrides, r.ID)
	case slices.ContainsFunc(b.fleet, func(x *Rule) bool { return x.ID == r.ID }), at >= 0 && b.rules[at].Outside:
		return fmt.Errorf("there is a rule %s already", r.ID)
	case at >= 0 && r.Overrides == "":
		return fmt.Errorf("rule %s is built in: give this one another name, or say custom.overrides: %s", r.ID, r.ID)
	case at < 0 && r.Overrides != "":
		return fmt.Errorf("there is no built-in rule %s to override", r.ID)
	case at >= 0:
		delete(b.modules, b.rules[at].File)
		b.rules = slices.Delete(b.rules, at, at+1)
	}
	b.addParams(r)
	if r.Fleet {
		b.fleet = append(b.fleet, r)
	} else {
		b.rules = append(b.rules, r)
	}
	return nil
}

// addParams takes in the parameters that a rule sets itself. Those of a built-in rule
// that it is in place of stay under the id, as libraries and other rules read them, and
// so does what profiles say of those that it does not set.
func (b *Bundle) addParams(r *Rule) {
	if len(r.own) == 0 {
		return
	}
	all := maps.Clone(r.own)
	for name, p := range b.params[r.ID] {
		if _, set := r.own[name]; !set {
			all[name] = p
		}
	}
	b.params[r.ID] = all
	for _, p := range b.profiles {
		if p[r.ID] == nil {
			continue
		}
		p[r.ID] = maps.Clone(p[r.ID])
		maps.DeleteFunc(p[r.ID], func(name string, _ param) bool {
			_, set := r.own[name]
			return set
		})
	}
}

// joinData puts a data file under data.org.
func (b *Bundle) joinData(f *Folder, file string) error {
	name := path.Join(f.Name, file)
	v, err := readData(name, f.Files[file])
	if err != nil {
		return err
	}
	at := b.org
	if dir := path.Dir(file); dir != "." {
		for step := range strings.SplitSeq(dir, "/") {
			next, ok := at[step].(map[string]any)
			if !ok && at[step] != nil {
				return &Fault{File: name, Text: fmt.Sprintf("data.org has a value at %s already", step)}
			} else if !ok {
				next = map[string]any{}
				at[step] = next
			}
			at = next
		}
	}
	for _, key := range slices.Sorted(maps.Keys(v)) {
		if _, taken := at[key]; taken {
			return &Fault{File: name, Text: fmt.Sprintf("data.org has %q already", key)}
		}
		at[key] = v[key]
	}
	return nil
}

// Builtin is b without what is not built in: what rackvet evaluates itself.
func (b *Bundle) Builtin() *Bundle {
	c := *b
	c.modules, c.rules, c.fleet, c.org = map[string]*ast.Module{}, nil, nil, nil
	for file, m := range b.modules {
		if !b.outside[file] {
			c.modules[file] = m
		}
	}
	for _, r := range b.rules {
		if !r.Outside {
			c.rules = append(c.rules, r)
		}
	}
	return &c
}

// own is how many rules are not built in.
func (b *Bundle) own() int { return len(b.Outside()) + len(b.fleet) }

// Outside are the rules that are not built in, Fleet those of them that judge all
// servers of a run at once.
func (b *Bundle) Outside() []*Rule {
	return slices.DeleteFunc(slices.Clone(b.rules), func(r *Rule) bool { return !r.Outside })
}

// Fleet are the rules that judge all servers of a run at once.
func (b *Bundle) Fleet() []*Rule { return slices.Clone(b.fleet) }
