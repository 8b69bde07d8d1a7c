package policy

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/rackvet/rackvet/internal/suggest"
)

var errUnknownField = errors.New("unknown field")

// reader takes the fields out of an object, each once, and keeps the first that
// is wrong. What is asked for need not be there.
type reader struct {
	object ast.Object
	taken  int
	err    error
}

func read(v ast.Value, what string) reader {
	object, ok := v.(ast.Object)
	if !ok {
		return reader{err: fmt.Errorf("expected %s to be an object, found %s", what, v)}
	}
	return reader{object: object}
}

// take reads one field, if it is there and nothing was wrong before.
func take[T any](r *reader, key *ast.Term, read func(ast.Value) (T, error)) (x T) {
	if r.err != nil {
		return x
	}
	t := r.object.Get(key)
	if t == nil {
		return x
	}
	r.taken++
	if x, r.err = read(t.Value); r.err != nil {
		r.err = fmt.Errorf("%s: %w", key, r.err)
	}
	return x
}

// close refuses a field that nobody took: it would be a misspelt one.
func (r *reader) close(known ...*ast.Term) error {
	if r.err != nil || r.taken == r.object.Len() {
		return r.err
	}
	return r.object.Iter(func(k, _ *ast.Term) error {
		if slices.ContainsFunc(known, func(t *ast.Term) bool { return t.Equal(k) }) {
			return nil
		}
		return fmt.Errorf("%s: %w; %s", k, errUnknownField, meantKey(k, known))
	})
}

// meantKey says which key may be meant, or which there are.
func meantKey(k *ast.Term, known []*ast.Term) string {
	names := make([]string, len(known))
	for i, t := range known {
		names[i] = string(t.Value.(ast.String))
	}
	if key, ok := k.Value.(ast.String); ok {
		if near := suggest.Nearest(string(key), names, 1); len(near) > 0 {
			return fmt.Sprintf("did you mean %q?", near[0])
		}
	}
	slices.Sort(names)
	return "known are " + strings.Join(names, ", ")
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
