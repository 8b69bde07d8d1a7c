package policy

import (
	"errors"
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
)

var errUnknownField = errors.New("unknown field")

// fields calls f for the fields of an object in order, and puts the field's
// name before what f finds wrong.
func fields(v ast.Value, what string, f func(key string, v ast.Value) error) error {
	object, ok := v.(ast.Object)
	if !ok {
		return fmt.Errorf("expected %s to be an object, found %s", what, v)
	}
	return object.Iter(func(k, v *ast.Term) error {
		key, err := str(k.Value)
		if err == nil {
			err = f(key, v.Value)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", k, err)
		}
		return nil
	})
}

// elements lists what is in an array, or in a set in order.
func elements(v ast.Value, what string) ([]*ast.Term, error) {
	switch v := v.(type) {
	case ast.Set:
		return v.Slice(), nil
	case *ast.Array:
		terms := make([]*ast.Term, v.Len())
		for i := range terms {
			terms[i] = v.Elem(i)
		}
		return terms, nil
	}
	return nil, fmt.Errorf("expected %s to be a set or an array, found %v", what, v)
}

// list reads every element of an array or a set.
func list[T any](v ast.Value, read func(ast.Value) (T, error)) ([]T, error) {
	terms, err := elements(v, "this")
	if err != nil || len(terms) == 0 {
		return nil, err
	}
	out := make([]T, len(terms))
	for i, t := range terms {
		if out[i], err = read(t.Value); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func str(v ast.Value) (string, error) {
	s, ok := v.(ast.String)
	if !ok {
		return "", fmt.Errorf("expected text, found %s", v)
	}
	return string(s), nil
}
