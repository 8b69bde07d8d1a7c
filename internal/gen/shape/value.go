package main

import (
	"fmt"

	"cuelang.org/go/cue"

	"github.com/rackvet/rackvet/internal/document"
)

// valueType says in words for people what a CUE value lets pass.
func (g *generator) valueType(v cue.Value) (document.ValueType, error) {
	var t document.ValueType
	if _, path := v.ReferencePath(); path.String() != "" {
		v = cue.Dereference(v)
	}
	for _, name := range []string{"quantity", "text"} {
		if a := v.Attribute(name); a.Err() == nil {
			text, err := a.String(0)
			if err != nil {
				return t, err
			}
			if name == "quantity" {
				t.Quantity = text
			} else {
				t.Text = text
			}
		}
	}
	switch kind := v.IncompleteKind(); kind {
	case cue.StringKind:
		t.Type = "string"
	case cue.IntKind:
		t.Type = "int"
	case cue.FloatKind, cue.NumberKind:
		t.Type = "number"
	case cue.BoolKind:
		t.Type = "bool"
	case cue.ListKind:
		t.Type = "list"
		elem, err := g.valueType(v.LookupPath(cue.MakePath(cue.AnyIndex)))
		if err != nil {
			return t, err
		}
		t.Elem = &elem
		return t, nil
	case cue.StructKind:
		t.Type = "object"
		elem, err := g.valueType(v.LookupPath(cue.MakePath(cue.AnyString)))
		if err != nil {
			return t, err
		}
		t.Elem = &elem
		return t, nil
	default:
		t.Type = "any"
		return t, nil
	}
	err := constraints(v, &t)
	if err == nil && t.Type == "string" && len(t.Enum) == 0 && t.Quantity == "" && t.Text == "" && isPattern(v) {
		err = fmt.Errorf("a pattern needs @quantity or @text to be put in words")
	}
	return t, err
}

// constraints reads enums and bounds out of v's expression.
func constraints(v cue.Value, t *document.ValueType) error {
	op, args := v.Expr()
	bound := func(exclusive bool) (*document.Bound, error) {
		f, err := args[0].Float64()
		return &document.Bound{Value: f, Exclusive: exclusive}, err
	}
	var err error
	switch op {
	case cue.AndOp:
		for _, a := range args {
			if err := constraints(a, t); err != nil {
				return err
			}
		}
	case cue.OrOp:
		for _, a := range args {
			if err := constraints(a, t); err != nil {
				return err
			}
		}
	case cue.GreaterThanEqualOp:
		t.Min, err = bound(false)
	case cue.GreaterThanOp:
		t.Min, err = bound(true)
	case cue.LessThanEqualOp:
		t.Max, err = bound(false)
	case cue.LessThanOp:
		t.Max, err = bound(true)
	case cue.SelectorOp:
		if d := cue.Dereference(v); d != v {
			return constraints(d, t)
		}
	case cue.NoOp:
		if s, serr := v.String(); serr == nil && v.IsConcrete() {
			t.Enum = append(t.Enum, s)
		}
	}
	return err
}

func isPattern(v cue.Value) bool {
	op, _ := v.Expr()
	return op == cue.RegexMatchOp
}
