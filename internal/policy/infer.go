package policy

import (
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// inference finds what the variables, rules and functions of compiled modules
// may stand for. It works on compiled modules because the compiler has then
// given every variable a name of its own, and written `some x in xs` as an
// equation and each call as a statement.
type inference struct {
	compiler *ast.Compiler
	input    *node // of one server
	fleet    *node // of all servers of a run
	data     *node
	vars     map[variable]*view
	results  map[*ast.Rule]*node // what a partial set holds
	lists    map[ast.Value]*node // what a comprehension makes
	changed  bool
}

// variable is a variable of a rule. Those that the compiler named are unique.
type variable struct {
	rule *ast.Rule
	name ast.Var
}

func (in *inference) variable(rule *ast.Rule, name ast.Var) *view {
	v := variable{rule, name}
	if strings.HasPrefix(string(name), "__local") {
		v.rule = nil
	}
	if in.vars[v] == nil {
		in.vars[v] = &view{}
	}
	return in.vars[v]
}

func (in *inference) learn(v *view, w view) {
	if v.add(w) {
		in.changed = true
	}
}

// run goes over all expressions until there is nothing more to learn.
func (in *inference) run() {
	for in.changed = true; in.changed; {
		in.changed = false
		for _, name := range slices.Sorted(maps.Keys(in.compiler.Modules)) { // or messages would vary
			for _, r := range in.compiler.Modules[name].Rules {
				ast.WalkNodes(r, func(x ast.Node) bool {
					if e, ok := x.(*ast.Expr); ok {
						in.expr(r, e)
					}
					return false
				})
			}
		}
	}
}

func (in *inference) expr(r *ast.Rule, e *ast.Expr) {
	if every, ok := e.Terms.(*ast.Every); ok {
		if v, ok := every.Value.Value.(ast.Var); ok {
			elements, _ := in.term(r, every.Domain).step(ast.VarTerm("_"))
			in.learn(in.variable(r, v), elements)
		}
		return
	}
	if !e.IsCall() {
		return
	}
	args := e.Operands()
	switch op := e.Operator(); {
	case e.IsEquality() && len(args) == 2:
		in.bind(r, args[0], args[1])
		in.bind(r, args[1], args[0])
	case op.String() == "object.get" && len(args) == 4:
		got, _ := in.get(r, args)
		in.bindView(r, args[3], got)
	case op[0].Equal(ast.DefaultRootDocument):
		for _, f := range in.compiler.GetRulesExact(op) {
			in.call(r, f, args)
		}
	}
}

// bind learns that the variable a, if it is one, is what b is.
func (in *inference) bind(r *ast.Rule, a, b *ast.Term) { in.bindView(r, a, in.term(r, b)) }

func (in *inference) bindView(r *ast.Rule, t *ast.Term, w view) {
	if v, ok := t.Value.(ast.Var); ok {
		in.learn(in.variable(r, v), w)
	}
}

// call learns a function's parameters from a call, and the call's result from
// the function.
func (in *inference) call(r, f *ast.Rule, args []*ast.Term) {
	params := len(f.Head.Args)
	for g := f; g != nil; g = g.Else {
		for i, p := range g.Head.Args {
			if v, ok := p.Value.(ast.Var); ok && i < len(args) {
				w := in.term(r, args[i])
				if len(w.nodes) == 0 {
					w.any = true
				}
				in.learn(in.variable(f, v), w)
			}
		}
		if len(args) == params+1 && g.Head.Value != nil {
			in.bindView(r, args[params], in.term(f, g.Head.Value))
		}
	}
}

// get is what object.get finds: its key is a name, or a path of names.
func (in *inference) get(r *ast.Rule, args []*ast.Term) (view, error) {
	at := in.term(r, args[0])
	keys := []*ast.Term{args[1]}
	if path, ok := args[1].Value.(*ast.Array); ok {
		keys = keys[:0]
		path.Foreach(func(t *ast.Term) { keys = append(keys, t) })
	}
	for _, k := range keys {
		var err error
		if at, err = at.step(k); err != nil {
			return at, err
		}
	}
	return at, nil
}

// term is what a term of rule r may stand for.
func (in *inference) term(r *ast.Rule, t *ast.Term) view {
	switch v := t.Value.(type) {
	case ast.Var:
		if v.Equal(ast.InputRootDocument.Value) {
			return in.inputOf(r)
		}
		return *in.variable(r, v)
	case ast.Ref:
		w, _, _ := in.ref(r, v)
		return w
	case *ast.ArrayComprehension:
		return in.list(r, v, v.Term)
	case *ast.SetComprehension:
		return in.list(r, v, v.Term)
	case ast.Null, ast.Boolean, ast.Number, ast.String:
		return view{}
	}
	return view{any: true}
}

func (in *inference) list(r *ast.Rule, key ast.Value, item *ast.Term) view {
	if in.lists[key] == nil {
		in.lists[key] = &node{kind: listKind}
	}
	n := in.lists[key]
	in.learn(&n.items, in.term(r, item))
	return view{nodes: []*node{n}}
}

// ref is what a reference leads to, or how many of its steps hold and what is
// wrong with the next.
func (in *inference) ref(r *ast.Rule, ref ast.Ref) (at view, steps int, err error) {
	at, steps = view{}, 1
	switch head := ref[0]; {
	case head.Equal(ast.InputRootDocument):
		at = in.inputOf(r)
	case head.Equal(ast.DefaultRootDocument):
		if at, steps, err = in.document(ref); err != nil {
			return at, steps, err
		}
	default:
		at = in.term(r, head)
	}
	for ; steps < len(ref); steps++ {
		if at, err = at.step(ref[steps]); err != nil {
			return at, steps, err
		}
	}
	return at, steps, nil
}
