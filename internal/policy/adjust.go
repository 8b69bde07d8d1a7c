package policy

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/rackvet/rackvet/internal/units"
)

// settingsKey stands in a profile beside the ids of rules, for what is not a
// parameter of one.
const settingsKey = "settings"

// ProfileSetting is what a profile says of a run besides parameters, such as
// fail_on; "" where it says nothing.
func (b *Bundle) ProfileSetting(profile, name string) string {
	s, _ := b.profiles[profile][settingsKey][name].Value.(string)
	return s
}

// Without is b without some rules. That nothing is left is an error, as is an id
// that there is no rule of.
func (b *Bundle) Without(ids ...string) (*Bundle, error) {
	c, err := b.drop(ids)
	if err == nil && len(c.rules)+len(c.fleet) == 0 {
		return nil, errors.New("no rule is left: all are switched off")
	}
	return c, err
}

// drop is Without that may leave nothing.
func (b *Bundle) drop(ids []string) (*Bundle, error) {
	if len(ids) == 0 {
		return b, nil
	}
	if _, err := b.only(ids); err != nil {
		return nil, err
	}
	c := *b
	off := func(r *Rule) bool { return slices.Contains(ids, r.ID) }
	c.rules, c.fleet = slices.DeleteFunc(slices.Clone(b.rules), off), slices.DeleteFunc(slices.Clone(b.fleet), off)
	c.modules, c.off = b.without(ids), slices.Concat(b.off, ids)
	c.ownOff = slices.Concat(b.ownOff, slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return !b.Rule(id).Outside }))
	return &c, nil
}

// Off are the rules that were switched off.
func (b *Bundle) Off() []string { return slices.Clone(b.off) }

// LeftOut says of a rule that it was switched off: there may be nothing else of it.
func (b *Bundle) LeftOut(id string) bool { return slices.Contains(b.off, id) }

// asLeft is b without the rules that were off where its folders were bundled. Some may
// not be there: a bundle has but those that others read.
func (b *Bundle) asLeft(folders []*Folder) (*Bundle, error) {
	var there []string
	c := *b
	for _, f := range folders {
		for _, id := range f.Off {
			if b.Rule(id) != nil {
				there = append(there, id)
			}
			c.off, c.ownOff = append(slices.Clip(c.off), id), append(slices.Clip(c.ownOff), id)
		}
	}
	return c.drop(slices.Compact(slices.Sorted(slices.Values(there))))
}

// without are b's modules but those of rules that are off. One that another rule
// reads stays: what it finds is not shown, and is known.
func (b *Bundle) without(ids []string) map[string]*ast.Module {
	modules := maps.Clone(b.modules)
	off := map[string]*ast.Module{}
	for _, r := range b.AllRules() {
		if slices.Contains(ids, r.ID) {
			off[r.File] = modules[r.File]
			delete(modules, r.File)
		}
	}
	refs := map[string][]ast.Ref{} // by file
	for file, m := range b.modules {
		refs[file] = others(m)
	}
	isRead := func(path ast.Ref) bool {
		for file := range modules {
			if slices.ContainsFunc(refs[file], func(r ast.Ref) bool { return r.HasPrefix(path) }) {
				return true
			}
		}
		return false
	}
	for changed := true; changed; {
		changed = false
		for file, m := range off {
			if isRead(m.Package.Path) {
				modules[file] = m
				delete(off, file)
				changed = true
			}
		}
	}
	return modules
}

// others are the references of a module to data that is not its own.
func others(m *ast.Module) []ast.Ref {
	var found []ast.Ref
	ast.WalkRefs(m, func(r ast.Ref) bool {
		if r[0].Equal(ast.DefaultRootDocument) && !r.HasPrefix(m.Package.Path) {
			found = append(found, r)
		}
		return false
	})
	return found
}

// WithParams is b with values put over its parameters: by rule, then by name. A
// quantity may be text with a unit. source says where the values come from.
func (b *Bundle) WithParams(values map[string]map[string]any, source string) (*Bundle, error) {
	overlay := params{}
	var errs []error
	for _, id := range slices.Sorted(maps.Keys(values)) {
		for _, name := range slices.Sorted(maps.Keys(values[id])) {
			p, err := b.params[id][name].with(values[id][name])
			if err != nil {
				errs = append(errs, &ParamError{id, name, err})
				continue
			}
			p.Source = source
			if overlay[id] == nil {
				overlay[id] = map[string]param{}
			}
			overlay[id][name] = p
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return b.overlaid(overlay)
}

// ParamError is a parameter that can't have the value that it is given.
type ParamError struct {
	Rule, Name string
	Err        error
}

func (e *ParamError) Error() string {
	return fmt.Sprintf("parameter %s of rule %s: %v", e.Name, e.Rule, e.Err)
}

// Unwrap gives the reason.
func (e *ParamError) Unwrap() error { return e.Err }

// ParamErrors are those that an error of WithParams joins.
func ParamErrors(err error) []*ParamError {
	var all []*ParamError
	joined, _ := err.(interface{ Unwrap() []error })
	if joined == nil {
		return nil
	}
	for _, e := range joined.Unwrap() {
		if bad := new(ParamError); errors.As(e, &bad) {
			all = append(all, bad)
		}
	}
	return all
}

// with is p with another value, of the type that it has.
func (p param) with(v any) (param, error) {
	if text, ok := v.(string); ok && p.Unit != "" {
		kind, ok := quantities[p.Unit]
		if !ok {
			return p, fmt.Errorf("%q is text, and it is a number", text)
		}
		f, err := units.Parse(kind, text)
		if err != nil {
			return p, err
		}
		v = f
	}
	switch p.Value.(type) {
	case nil: // there is none of the name, which is for the overlay to say
	case float64:
		if _, ok := v.(float64); !ok {
			return p, fmt.Errorf("%v is no number", v)
		}
	case string:
		if _, ok := v.(string); !ok {
			return p, fmt.Errorf("%v is no text", v)
		}
	case bool:
		if _, ok := v.(bool); !ok {
			return p, fmt.Errorf("%v is neither true nor false", v)
		}
	default:
		return p, errors.New("it can't be set in a config")
	}
	p.Value = v
	return p, nil
}

// quantities are how parameters of a unit may be written.
var quantities = map[string]units.Kind{
	units.Bytes: units.Memory, units.BytesPerSecond: units.Bandwidth, units.BitsPerSecond: units.BitRate,
	units.Watts: units.Power, units.Seconds: units.Duration,
}
