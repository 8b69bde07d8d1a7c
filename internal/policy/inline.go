package policy

import (
	"github.com/open-policy-agent/opa/v1/ast"
)

// inlined is the stage of compilation that puts the parameters in place of the
// references to them. An engine's parameters do not change, and looking one up
// costs as much as six comparisons. It runs on the compiler's own copy of the
// modules, once names mean what they mean: `params.limit.value` is by then
// data.rackvet.rules.….params.limit.value, with params the alias that the rule
// made of data.rackvet.params["…"].
//
// What leads to no parameter stays as it is, and is undefined as ever: that is
// what Bundle.Check reports. Where anything is evaluated with other data,
// nothing is replaced.
func inlined(data ast.Value) ast.CompilerStageDefinition {
	return ast.CompilerStageDefinition{
		Name:       "InlineParams",
		MetricName: "compile_stage_inline_params",
		Stage: func(c *ast.Compiler) *ast.Error {
			replaced := false
			for _, m := range c.Modules {
				replaced = replaced || replacesData(m)
			}
			for _, m := range c.Modules {
				if !replaced {
					inline(m, data)
				}
				for _, r := range m.Rules {
					hasten(r)
				}
			}
			return nil
		},
	}
}

// replacesData reports whether m evaluates anything with other data.
func replacesData(m *ast.Module) bool {
	found := false
	ast.WalkWiths(m, func(w *ast.With) bool {
		target, ok := w.Target.Value.(ast.Ref)
		found = found || ok && target[0].Equal(ast.DefaultRootDocument)
		return found
	})
	return found
}

// inline puts the parameters, and constants that a module gives a name, in place
// of their names.
func inline(m *ast.Module, data ast.Value) {
	named := constants(m)
	for _, r := range m.Rules {
		ast.WalkTerms(r, func(t *ast.Term) bool {
			ref, ok := t.Value.(ast.Ref)
			if !ok || !ref[0].Equal(ast.DefaultRootDocument) {
				return false
			}
			n := len(m.Package.Path)
			if len(ref) <= n || !ref.HasPrefix(m.Package.Path) {
				t.Value = parameter(ref, data)
				return false
			}
			name, _ := ref[n].Value.(ast.String)
			switch v := named[name].(type) {
			case nil:
			case ast.Ref:
				t.Value = parameter(v.Concat(ref[n+1:]), data)
			default:
				t.Value = v
				if len(ref) > n+1 {
					t.Value = ast.Ref{ast.NewTerm(v)}.Concat(ref[n+1:])
				}
			}
			return false
		})
	}
}

// parameter is what a reference into the parameters leads to, and any other
// reference itself.
func parameter(ref ast.Ref, data ast.Value) ast.Value {
	if ref.IsGround() && ref.HasPrefix(paramsRef) {
		if v, err := data.Find(ref[1:]); err == nil {
			return v
		}
	}
	return ref
}

// constants are the rules of m that are but names: of a value written out, or of
// something among the parameters.
func constants(m *ast.Module) map[ast.String]ast.Value {
	named, rules := make(map[ast.String]ast.Value), make(map[ast.String]int)
	for _, r := range m.Rules {
		ref := r.Head.Ref()
		name := ast.String(ref[0].Value.(ast.Var))
		if rules[name]++; rules[name] > 1 {
			delete(named, name) // they may contradict one another
			continue
		}
		if r.Head.Value == nil || len(ref) > 1 || len(r.Head.Args) > 0 || r.Else != nil || r.Default || !r.Body.Equal(always) {
			continue
		}
		v := r.Head.Value.Value
		if to, ok := v.(ast.Ref); ok && to.IsGround() && to.HasPrefix(paramsRef) || ast.IsConstant(v) && v.IsGround() {
			named[name] = v
		}
	}
	return named
}

// always is the body of a rule that has none.
var always = ast.NewBody(ast.NewExpr(ast.BooleanTerm(true)))
