package policy

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// Rego computes with numbers of any length, which takes three times as long as to
// compute in float64, and yields quotients of twenty digits, which take seven times
// as long to compare. The input, the parameters, and what results are turned into
// are float64 anyway. So evaluation computes in it too, whole numbers being exact
// up to 2^53. No judgement hangs on the last digit: what stands on a limit is
// compared by lib/compare.
var arithmetic = map[string]func(x, y float64) (float64, error){
	"plus":  func(x, y float64) (float64, error) { return x + y, nil },
	"minus": func(x, y float64) (float64, error) { return x - y, nil },
	"mul":   func(x, y float64) (float64, error) { return x * y, nil },
	"div": func(x, y float64) (float64, error) {
		if y == 0 {
			return 0, errors.New("divide by zero")
		}
		return x / y, nil
	},
}

// comparisons are those of numbers in float64.
var comparisons = map[string]func(x, y float64) bool{
	"gt":  func(x, y float64) bool { return x > y },
	"gte": func(x, y float64) bool { return x >= y },
	"lt":  func(x, y float64) bool { return x < y },
	"lte": func(x, y float64) bool { return x <= y },
}

// fastPrefix stands before the names of the operators that compute in float64.
const fastPrefix = "float64_"

// fastOperators are the operators by reference, as the compiler writes them.
var fastOperators, fastBuiltins, fastDecls = fast()

func fast() (map[string]*ast.Term, map[string]*topdown.Builtin, map[string]*ast.Builtin) {
	operators, builtins, decls := make(map[string]*ast.Term), make(map[string]*topdown.Builtin), make(map[string]*ast.Builtin)
	add := func(name string, f func(x, y float64) (*ast.Term, error)) {
		slow := topdown.GetBuiltin(name)
		decl := *ast.BuiltinMap[name]
		decl.Name, decl.Infix = fastPrefix+name, ""
		decls[decl.Name] = &decl
		operators[name] = ast.NewTerm(ast.Ref{ast.VarTerm(decl.Name)})
		builtins[decl.Name] = &topdown.Builtin{Decl: &decl, Func: func(c topdown.BuiltinContext, args []*ast.Term, iter func(*ast.Term) error) error {
			x, xOK := args[0].Value.(ast.Number)
			y, yOK := args[1].Value.(ast.Number)
			if !xOK || !yOK {
				return slow(c, args, iter) // sets have a difference, and the rest an error
			}
			a, aOK := x.Float64()
			b, bOK := y.Float64()
			if !aOK || !bOK {
				return slow(c, args, iter)
			}
			z, err := f(a, b)
			if err != nil { // as OPA's own say it, with the place
				return &topdown.Error{Code: topdown.BuiltinErr, Message: fmt.Sprintf("%s: %v", name, err), Location: c.Location}
			}
			return iter(z)
		}}
	}
	for name, f := range arithmetic {
		add(name, func(x, y float64) (*ast.Term, error) {
			z, err := f(x, y)
			if err != nil {
				return nil, err
			}
			v, err := float(z)
			if err != nil {
				return nil, fmt.Errorf("%s of %g and %g: %w", name, x, y, err)
			}
			return ast.NewTerm(v), nil
		})
	}
	for name, f := range comparisons {
		add(name, func(x, y float64) (*ast.Term, error) { return ast.InternedTerm(f(x, y)), nil })
	}
	return operators, builtins, decls
}

// hasten makes the operators of a rule or a query, which is the compiler's own copy,
// those that compute in float64. Each gets a term of its own: later stages write to
// them, and several compilers run at once.
func hasten(r any) {
	ast.WalkTerms(r, func(t *ast.Term) bool {
		if call, ok := t.Value.(ast.Call); ok {
			if op, ok := fastOperators[call[0].Value.String()]; ok {
				call[0] = op.Copy()
			}
		}
		return false
	})
	ast.WalkExprs(r, func(e *ast.Expr) bool {
		if terms, ok := e.Terms.([]*ast.Term); ok {
			if op, ok := fastOperators[terms[0].Value.String()]; ok {
				terms[0] = op.Copy()
			}
		}
		return false
	})
}

// asWritten is an error with the operators by the names that policies have for them.
func asWritten(err error) error {
	if text := err.Error(); strings.Contains(text, fastPrefix) {
		var at *topdown.Error
		if errors.As(err, &at) {
			named := *at
			named.Message = strings.ReplaceAll(at.Message, fastPrefix, "")
			return &named
		}
		return errors.New(strings.ReplaceAll(text, fastPrefix, ""))
	}
	return err
}

// float writes numbers without an exponent as far as that is shorter: Rego reads
// whole ones as integers then, and compares the others without detours.
func float(f float64) (ast.Value, error) {
	a := math.Abs(f)
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return nil, fmt.Errorf("%v is not a finite number", f)
	case f == math.Trunc(f) && a <= 1<<53:
		return whole(int64(f)), nil
	case a >= 1e-6 && a < 1e21:
		return ast.Number(strconv.FormatFloat(f, 'f', -1, 64)), nil
	}
	return ast.FloatNumberTerm(f).Value, nil
}

// whole shares small numbers, of which most are.
func whole(i int64) ast.Value {
	if i >= 0 && i < 512 {
		return ast.InternedTerm(int(i)).Value
	}
	return ast.Number(strconv.FormatInt(i, 10))
}
