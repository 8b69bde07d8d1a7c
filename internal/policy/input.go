package policy

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
)

// toValue turns a Go value into what encoding/json would make of it, as Rego
// has it, without the way through text: OPA's own conversion of a struct
// encodes and decodes it. Bytes are read as JSON.
func toValue(v any) (ast.Value, error) {
	switch v := v.(type) {
	case []byte:
		return fromJSON(v)
	case json.RawMessage:
		return fromJSON(v)
	}
	return plain(v)
}

func fromJSON(text []byte) (ast.Value, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	return plain(v)
}

// plain converts what encoding/json decodes to, and leaves the rest to
// reflection.
func plain(v any) (ast.Value, error) {
	switch v := v.(type) {
	case nil:
		return ast.NullValue, nil
	case bool:
		return ast.Boolean(v), nil
	case string:
		return ast.String(v), nil
	case float64:
		return float(v)
	case json.Number:
		f, err := v.Float64()
		if err != nil {
			return nil, fmt.Errorf("read number: %w", err)
		}
		return float(f)
	case []any:
		return array(len(v), func(i int) (ast.Value, error) { return plain(v[i]) })
	case map[string]any:
		pairs := newPairs(len(v), len(v))
		for k, x := range v {
			if err := pairs.add(ast.String(k), x); err != nil {
				return nil, err
			}
		}
		return pairs.object(), nil
	}
	return reflected(reflect.ValueOf(v))
}

func reflected(v reflect.Value) (ast.Value, error) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return ast.NullValue, nil
		}
		return reflected(v.Elem())
	case reflect.Bool:
		return ast.Boolean(v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return whole(v.Int()), nil
	case reflect.Float32, reflect.Float64:
		return float(v.Float())
	case reflect.String:
		return ast.String(v.String()), nil
	case reflect.Slice, reflect.Array:
		return array(v.Len(), func(i int) (ast.Value, error) { return reflected(v.Index(i)) })
	case reflect.Struct:
		return structure(v)
	case reflect.Map:
		if m, ok := v.Interface().(map[string]any); ok {
			return plain(m)
		}
	}
	return nil, fmt.Errorf("a %s has no place in the input", v.Type())
}

func array(n int, element func(int) (ast.Value, error)) (ast.Value, error) {
	terms, refs := make([]ast.Term, n), make([]*ast.Term, n)
	for i := range terms {
		v, err := element(i)
		if err != nil {
			return nil, fmt.Errorf("[%d]: %w", i, err)
		}
		terms[i].Value, refs[i] = v, &terms[i]
	}
	return ast.NewArray(refs...), nil
}

// pairs are the fields of an object to be, whose terms are allocated at once.
type pairs struct {
	terms []ast.Term
	items [][2]*ast.Term
}

// newPairs makes room for n fields, of which own bring no term for their key.
func newPairs(n, own int) *pairs {
	return &pairs{make([]ast.Term, 0, n+own), make([][2]*ast.Term, 0, n)}
}

func (p *pairs) term(v ast.Value) *ast.Term {
	p.terms = append(p.terms, ast.Term{Value: v})
	return &p.terms[len(p.terms)-1]
}

func (p *pairs) add(key ast.String, x any) error {
	v, err := plain(x)
	if err != nil {
		return fmt.Errorf("%s: %w", string(key), err)
	}
	p.items = append(p.items, [2]*ast.Term{p.term(key), p.term(v)})
	return nil
}

func (p *pairs) object() ast.Value { return ast.NewObject(p.items...) }

// field is a field of a struct as encoding/json sees it. Its key is made once
// and shared by all values.
type field struct {
	index   []int
	key     *ast.Term
	name    string
	leftOut func(reflect.Value) bool // nil for a field that is always there
}

var plans sync.Map // reflect.Type to []field

func plan(t reflect.Type) []field {
	if p, ok := plans.Load(t); ok {
		return p.([]field)
	}
	var fields []field
	for _, f := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" || f.Anonymous && name == "" {
			continue
		}
		name = cmp.Or(name, f.Name)
		fields = append(fields, field{f.Index, ast.StringTerm(name), name, leftOut(options)})
	}
	p, _ := plans.LoadOrStore(t, fields)
	return p.([]field)
}

func structure(v reflect.Value) (ast.Value, error) {
	fields := plan(v.Type())
	pairs := newPairs(len(fields), 0)
	for _, f := range fields {
		x, err := v.FieldByIndexErr(f.index)
		if err != nil || f.leftOut != nil && f.leftOut(x) {
			continue // an embedded nil pointer has no fields
		}
		value, err := reflected(x)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.name, err)
		}
		pairs.items = append(pairs.items, [2]*ast.Term{f.key, pairs.term(value)})
	}
	return pairs.object(), nil
}

// leftOut says of which values a field with these options is left out. A list of
// omitzero may be there and empty: that is known, and nil is not.
func leftOut(options string) func(reflect.Value) bool {
	for option := range strings.SplitSeq(options, ",") {
		switch option {
		case "omitempty":
			return empty
		case "omitzero":
			return reflect.Value.IsZero
		}
	}
	return nil
}

// empty is what omitempty leaves out. Unlike IsZero it keeps structs.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.Array, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}
