package document

import (
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// Kind is what a value is.
type Kind int

// The kinds of value.
const (
	String Kind = iota + 1
	Number
	Bool
	List
	Object
)

// Value is an evaluated value. Range is that of the expression, or of the
// list element, that it came from.
type Value struct {
	Kind   Kind
	Range  source.Range
	Text   string // of a String
	Number *big.Float
	Bool   bool
	List   []*Value
	Fields []Field // of an Object, by name
}

// Field is a member of an object.
type Field struct {
	Name  string
	Value *Value
}

// locate follows path into lists and objects, and tells how many steps it found.
func (v *Value) locate(path finding.Path) (source.Range, int) {
	if len(path) == 0 {
		return v.Range, 0
	}
	switch step := path[0].(type) {
	case int:
		if step >= 0 && step < len(v.List) {
			r, n := v.List[step].locate(path[1:])
			return r, n + 1
		}
	case string:
		for _, f := range v.Fields {
			if f.Name == step {
				r, n := f.Value.locate(path[1:])
				return r, n + 1
			}
		}
	}
	return v.Range, 0
}

// Float is the value of a Number, 0 for all else.
func (v *Value) Float() float64 {
	if v == nil || v.Number == nil {
		return 0
	}
	f, _ := v.Number.Float64()
	return f
}

// Key is a text that is the same for equal values and no others.
func (v *Value) Key() string {
	switch v.Kind {
	case String:
		return strconv.Quote(v.Text)
	case Number:
		return strconv.FormatFloat(v.Float(), 'g', -1, 64)
	case Bool:
		return strconv.FormatBool(v.Bool)
	}
	text, err := json.Marshal(v.Plain())
	if err != nil {
		return fmt.Sprintf("%p", v) // is never met again
	}
	return string(text)
}

// Plain gives the value as JSON has it: string, float64, bool, []any,
// map[string]any.
func (v *Value) Plain() any {
	switch v.Kind {
	case String:
		return v.Text
	case Number:
		return v.Float()
	case Bool:
		return v.Bool
	case List:
		list := make([]any, len(v.List))
		for i, e := range v.List {
			list[i] = e.Plain()
		}
		return list
	case Object:
		object := make(map[string]any, len(v.Fields))
		for _, f := range v.Fields {
			object[f.Name] = f.Value.Plain()
		}
		return object
	}
	return nil
}

// Plain gives the block as JSON has it: attributes by name, blocks by name and
// labels, repeated blocks without a label as a list.
func (b *Block) Plain() map[string]any {
	m := make(map[string]any, len(b.Attributes)+len(b.Blocks))
	for _, a := range b.Attributes {
		if a.Value != nil {
			m[a.Name] = a.Value.Plain()
		}
	}
	for _, c := range b.Blocks {
		shape := b.Shape.Block(c.Name)
		switch {
		case shape.Repeatable:
			list, _ := m[c.Name].([]any)
			m[c.Name] = append(list, c.Plain())
		case len(c.Labels) == 0:
			m[c.Name] = c.Plain()
		default:
			inner := m
			for _, key := range append([]string{c.Name}, labelTexts(c.Labels[:len(c.Labels)-1])...) {
				next, ok := inner[key].(map[string]any)
				if !ok {
					next = map[string]any{}
					inner[key] = next
				}
				inner = next
			}
			inner[c.Label(len(c.Labels)-1)] = c.Plain()
		}
	}
	return m
}

func labelTexts(labels []Label) []string {
	texts := make([]string, len(labels))
	for i, l := range labels {
		texts[i] = l.Text
	}
	return texts
}

// fromCty turns a known value into a Value. The elements of a list that is written
// out, and the members of such an object, have ranges of their own.
func (r *reader) fromCty(v cty.Value, expr hcl.Expression) *Value {
	out := &Value{Range: r.rangeOf(expr.Range())}
	t := v.Type()
	switch {
	case v.IsNull() || !v.IsKnown():
		return nil
	case t == cty.String:
		out.Kind, out.Text = String, v.AsString()
	case t == cty.Number:
		out.Kind, out.Number = Number, v.AsBigFloat()
	case t == cty.Bool:
		out.Kind, out.Bool = Bool, v.True()
	case t.IsListType() || t.IsTupleType() || t.IsSetType():
		out.Kind = List
		exprs, diags := hcl.ExprList(expr)
		if diags.HasErrors() || len(exprs) != v.LengthInt() {
			exprs = nil
		}
		for i, e := range v.AsValueSlice() {
			at := expr
			if exprs != nil {
				at = exprs[i]
			}
			if elem := r.fromCty(e, at); elem != nil {
				out.List = append(out.List, elem)
			}
		}
	case t.IsObjectType() || t.IsMapType():
		out.Kind = Object
		exprs := memberExprs(expr)
		for it := v.ElementIterator(); it.Next(); {
			k, e := it.Element()
			at := expr
			if own := exprs[k.AsString()]; own != nil {
				at = own
			}
			if field := r.fromCty(e, at); field != nil {
				out.Fields = append(out.Fields, Field{Name: k.AsString(), Value: field})
			}
		}
	default:
		return nil
	}
	return out
}

// memberExprs are the expressions of an object's members, where it is written out.
func memberExprs(expr hcl.Expression) map[string]hcl.Expression {
	pairs, diags := hcl.ExprMap(expr)
	if diags.HasErrors() {
		return nil
	}
	exprs := make(map[string]hcl.Expression, len(pairs))
	for _, pair := range pairs {
		if k, diags := pair.Key.Value(nil); !diags.HasErrors() && k.IsKnown() && !k.IsNull() && k.Type() == cty.String {
			exprs[k.AsString()] = pair.Value
		}
	}
	return exprs
}
