package main

import (
	"fmt"

	"cuelang.org/go/cue"

	"github.com/rackvet/rackvet/internal/document"
)

// value is what an attribute may be: its own type, or text that is evaluated.
func value(t document.ValueType, v cue.Value) (schema, error) {
	s, err := plain(t, v)
	if err != nil {
		return nil, err
	}
	if t.Type == "any" || t.Type == "string" && len(s) == 1 {
		return s, nil // where any text will do
	}
	return schema{"if": reference("template"), "else": s}, nil
}

// plain is the type of a value that is written out.
func plain(t document.ValueType, v cue.Value) (schema, error) {
	switch t.Type {
	case "string":
		if len(t.Enum) > 0 {
			return schema{"enum": t.Enum}, nil
		}
		patterns, err := patternsOf(v)
		s := schema{"type": "string"}
		if len(patterns) > 0 {
			s["pattern"] = patterns[0]
		}
		if len(patterns) > 1 {
			var more []schema
			for _, p := range patterns[1:] {
				more = append(more, schema{"pattern": p})
			}
			s["allOf"] = more
		}
		return s, err
	case "int", "number":
		s := schema{"type": "integer"}
		if t.Type == "number" {
			s["type"] = "number"
		}
		bound(s, t.Min, "minimum", "exclusiveMinimum")
		bound(s, t.Max, "maximum", "exclusiveMaximum")
		return s, nil
	case "bool":
		return schema{"type": "boolean"}, nil
	case "any":
		return schema{"type": []string{"string", "number", "boolean"}}, nil
	case "list":
		items, err := value(*t.Elem, v.LookupPath(cue.MakePath(cue.AnyIndex)))
		return schema{"type": "array", "items": items}, err
	case "object":
		elem, err := value(*t.Elem, v.LookupPath(cue.MakePath(cue.AnyString)))
		return schema{"type": "object", "additionalProperties": elem}, err
	}
	return nil, fmt.Errorf("a value of type %q", t.Type)
}

func bound(s schema, b *document.Bound, inclusive, exclusive string) {
	switch {
	case b == nil:
	case b.Exclusive:
		s[exclusive] = b.Value
	default:
		s[inclusive] = b.Value
	}
}

// patternsOf are the regular expressions that text has to match, each of them.
func patternsOf(v cue.Value) ([]string, error) {
	op, args := v.Expr()
	switch op {
	case cue.RegexMatchOp:
		p, err := args[0].String()
		return []string{p}, err
	case cue.AndOp:
		var found []string
		for _, a := range args {
			p, err := patternsOf(a)
			if err != nil {
				return nil, err
			}
			found = append(found, p...)
		}
		return found, nil
	case cue.SelectorOp:
		if d := cue.Dereference(v); d != v {
			return patternsOf(d)
		}
	}
	return nil, nil
}
