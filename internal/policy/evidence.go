package policy

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// declared is evidence of which the policy gives only the value.
type declared struct {
	finding.Evidence          // its Formula as written
	formula          template // the same with places for values, nil for none
	key              *ast.Term
}

// declarations reads custom.evidence.
func declarations(v any) ([]declared, error) {
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("expected a list such as [{name: host_memory, unit: bytes}], found %v", v)
	}
	ds := make([]declared, len(list))
	for i, v := range list {
		if err := ds[i].read(v); err != nil {
			return nil, fmt.Errorf("[%d]: %w", i, err)
		}
		if slices.ContainsFunc(ds[:i], func(d declared) bool { return d.Name == ds[i].Name }) {
			return nil, fmt.Errorf("%s twice", ds[i].Name)
		}
	}
	return ds, nil
}

func (d *declared) read(v any) (err error) {
	fields, _ := v.(map[string]any)
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		switch v := fields[key]; key {
		case "name":
			d.Name, err = text(v)
		case "unit":
			d.Unit, err = text(v)
		case "formula":
			if d.Formula, err = text(v); err == nil {
				d.formula, err = parseTemplate(d.Formula)
			}
		case "path":
			steps, ok := v.([]any)
			if d.Path = steps; !ok || slices.ContainsFunc(steps, func(step any) bool { _, ok := step.(string); return !ok }) {
				err = fmt.Errorf("expected names such as [gpu, model], found %v", v)
			}
		default:
			err = errors.New("unknown; known are formula, name, path, unit")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	if !isName(d.Name) {
		return fmt.Errorf("name %q is not in lower case with underscores", d.Name)
	}
	d.key = ast.StringTerm(d.Name)
	return nil
}

// readEvidences reads evidence: values by the names that the metadata declares, in
// the order of the metadata, or a list of entries that say all themselves. A value
// that is null is not known, and left out.
func (r *Rule) readEvidences(v ast.Value) ([]finding.Evidence, error) {
	object, ok := v.(ast.Object)
	if !ok {
		es, err := list(v, readEvidence)
		return slices.DeleteFunc(es, func(e finding.Evidence) bool { return e.Value == nil }), err
	}
	es, taken := make([]finding.Evidence, 0, object.Len()), 0
	for _, d := range r.declared {
		t := object.Get(d.key)
		if t == nil {
			continue
		}
		taken++
		e := d.Evidence
		var err error
		if e.Value, err = nullable(t.Value); err != nil {
			return nil, fmt.Errorf("%s: %w", d.key, err)
		}
		if e.Value != nil {
			e.Text = printValue(e.Value, e.Unit)
			es = append(es, e)
		}
	}
	if taken == object.Len() {
		return es, nil
	}
	return nil, object.Iter(func(k, _ *ast.Term) error {
		if slices.ContainsFunc(r.declared, func(d declared) bool { return d.key.Equal(k) }) {
			return nil
		}
		return fmt.Errorf("%s: custom.evidence of the metadata does not declare it", k)
	})
}

// formulas fills in those that the metadata declares. Numbers are put in here and
// not in Rego, where text costs more than all else.
func (r *Rule) formulas(j Judgement, a answer) error {
	for _, d := range r.declared {
		if d.formula == nil {
			continue
		}
		for i := range a.evidence {
			e := &a.evidence[i]
			if e.Name != d.Name || e.Formula != d.Formula {
				continue
			}
			var err error
			if e.Formula, err = d.formula.fill(func(name string) (string, error) { return value(name, j, a) }); err != nil {
				return fmt.Errorf("formula of %s: %w", e.Name, err)
			}
		}
	}
	return nil
}

// nullable reads a scalar, or nil for null.
func nullable(v ast.Value) (any, error) {
	if _, ok := v.(ast.Null); ok {
		return nil, nil
	}
	return scalar(v)
}

func readEvidence(v ast.Value) (e finding.Evidence, err error) {
	r := read(v, "evidence")
	e.Name = take(&r, nameKey, str)
	e.Value = take(&r, valueKey, nullable)
	e.Unit = take(&r, unitKey, str)
	e.Formula = take(&r, formulaKey, str)
	e.Path = take(&r, pathKey, readPath)
	if err := r.close(nameKey, valueKey, unitKey, formulaKey, pathKey); err != nil {
		return e, err
	}
	if e.Name == "" || r.object.Get(valueKey) == nil {
		return e, fmt.Errorf("evidence %s has no name or no value", v)
	}
	e.Text = printValue(e.Value, e.Unit)
	return e, nil
}

// readComponent reads a part of a demand as the input has it. A path of its own
// may be given; else it is that of the result.
func readComponent(v ast.Value) (e finding.Evidence, err error) {
	r := read(v, "component")
	e.Name = take(&r, nameKey, str)
	bytes := take(&r, bytesKey, number)
	e.Formula = take(&r, formulaKey, str)
	e.Path = take(&r, pathKey, readPath)
	if err := r.close(nameKey, bytesKey, formulaKey, pathKey); err != nil {
		return e, err
	}
	if e.Name == "" || bytes == nil {
		return e, fmt.Errorf("component %s has no name or no bytes", v)
	}
	e.Value, e.Unit, e.Text = *bytes, units.Bytes, units.PrintBytes(*bytes)
	return e, nil
}

// readValues reads what only the templates show: text, and numbers whose unit the
// metadata says.
func (r *Rule) readValues(v ast.Value) (map[string]string, error) {
	object, ok := v.(ast.Object)
	if !ok {
		return nil, fmt.Errorf("expected an object, found %s", v)
	}
	values := make(map[string]string, object.Len())
	return values, object.Iter(func(k, v *ast.Term) error {
		name, err := str(k.Value)
		if err != nil {
			return err
		}
		if unit, ok := r.Units[name]; ok {
			f, err := number(v.Value)
			if err != nil {
				return fmt.Errorf("%s: %w", k, err)
			}
			values[name] = units.Print(*f, unit)
			return nil
		}
		if values[name], err = str(v.Value); err != nil {
			return fmt.Errorf("%s: %w (a number needs its unit in custom.units)", k, err)
		}
		return nil
	})
}

func readRelated(v ast.Value) (rel finding.Related, err error) {
	r := read(v, "related")
	rel.Path = take(&r, pathKey, readPath)
	rel.Message = take(&r, messageKey, str)
	if err := r.close(pathKey, messageKey); err != nil {
		return rel, err
	}
	if rel.Path == nil || rel.Message == "" {
		return rel, fmt.Errorf("related %s has no path or no message", v)
	}
	return rel, nil
}
