package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/types"

	"github.com/rackvet/rackvet/internal/suggest"
)

// faultOf is an error of OPA's with a place, in words. Of a path that leads nowhere
// the place is the step that does.
func faultOf(e *ast.Error) Fault {
	f := Fault{e.Location.File, e.Location.Row, e.Location.Col, e.Code + ": " + e.Message}
	if name, undefined := strings.CutPrefix(e.Message, "undefined function "); undefined && withheld(name) {
		f.Text += ": OPA has it, and rackvet leaves it out, as it reaches outside, hangs on more than its arguments, or makes much of little"
	}
	step := func(ref ast.Ref, pos int) {
		if at := ref[pos].Location; at != nil && at.File == f.File && at.Row > 0 {
			f.Line, f.Column = at.Row, at.Col
		}
	}
	switch d := e.Details.(type) {
	case *ast.RefErrInvalidDetail:
		step(d.Ref, d.Pos)
		f.Text = lacks(d)
	case *ast.RefErrUnsupportedDetail:
		if _, isFunction := d.Have.(*types.Function); !isFunction {
			step(d.Ref, min(d.Pos+1, len(d.Ref)-1))
			f.Text = fmt.Sprintf("%s is %s, and has no fields", d.Ref[:d.Pos+1], typeWords(d.Have))
		}
	case *ast.ArgErrDetail:
		name, _, _ := strings.Cut(e.Message, ":")
		takes, gets := d.Want.Args, d.Have
		if b := ast.BuiltinMap[name]; b != nil && b.Decl.Arity() < len(takes) && len(takes) == len(gets) {
			takes, gets = takes[:b.Decl.Arity()], gets[:b.Decl.Arity()] // the last of each is what it gives
		}
		f.Text = fmt.Sprintf("%s takes %s, and gets %s", name, typeList(takes), typeList(gets))
	case *ast.UnificationErrDetail:
		f.Text = fmt.Sprintf("the two sides can never be equal: one is %s, the other %s", typeWords(d.Left), typeWords(d.Right))
	}
	return f
}

// lacks says what a step of a path misses, and what is there.
func lacks(d *ast.RefErrInvalidDetail) string {
	at := d.Ref[:d.Pos].String()
	key, isName := d.Ref[d.Pos].Value.(ast.String)
	var known []string
	for _, v := range d.OneOf {
		if s, ok := v.(ast.String); ok {
			known = append(known, string(s))
		}
	}
	switch {
	case isName && len(known) > 0:
		return at + " " + lacksField(string(key), known)
	case isName && d.Want != nil && types.Compare(d.Want, types.N) == 0:
		return fmt.Sprintf("%s is a list, and has no %s: its elements may", at, string(key))
	case d.Have != nil:
		return fmt.Sprintf("%s has no element by %s", at, typeWords(d.Have))
	}
	return fmt.Sprintf("%s has no %s", at, d.Ref[d.Pos])
}

// lacksField says of a place which field is meant, and which there are.
func lacksField(name string, known []string) string {
	if len(known) == 0 {
		return fmt.Sprintf("has no %s: it is empty", name)
	}
	slices.Sort(known)
	meant := ";"
	if near := suggest.Nearest(name, known, 1); len(near) > 0 {
		meant = fmt.Sprintf("; did you mean %s?", near[0])
	}
	return fmt.Sprintf("has no %s%s it has %s", name, meant, strings.Join(known, ", "))
}

// typeWords is a type as people call it.
func typeWords(t types.Type) string {
	switch t := t.(type) {
	case nil:
		return "nothing known"
	case types.Number:
		return "a number"
	case types.String:
		return "a text"
	case types.Boolean:
		return "true or false"
	case types.Null:
		return "null"
	case *types.Array:
		return "a list"
	case *types.Set:
		return "a set of " + types.Sprint(t.Of())
	case *types.Object:
		return "an object"
	}
	return types.Sprint(t)
}

// typeList are the types of arguments.
func typeList(ts []types.Type) string {
	words := make([]string, len(ts))
	for i, t := range ts {
		if named, ok := t.(*types.NamedType); ok {
			t = named.Type
		}
		words[i] = typeWords(t)
	}
	return strings.Join(words, ", ")
}
