package policy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// ExpressionFile is the file that faults of an expression are said to be in.
const ExpressionFile = "expression"

// The most that an expression may give.
const (
	maxSolutions = 10_000
	maxValue     = 64 << 20 // bytes of JSON
)

// ErrUndefined is the reason of an expression that has no value.
var ErrUndefined = errors.New("the expression has no value")

// Expression is a query of Rego that has been checked.
type Expression struct {
	body ast.Body
	many bool // it may have several values
}

// Solution is one value of an expression that has variables with names, and theirs.
type Solution struct {
	Bindings map[string]any `json:"bindings"`
	Value    any            `json:"value"`
}

// Expression reads a query, and holds it and what it refers to against the
// input's schema as rules are. The input is that of one server, or with fleet that
// of all of them.
func (o *Outsider) Expression(text string, fleet bool) (*Expression, error) {
	body, err := parseExpression(text)
	if err != nil {
		return nil, err
	}
	name := "package rackvet.asked"
	if fleet {
		name = "package rackvet.fleet.asked"
	}
	m, err := ast.ParseModuleWithOpts(ExpressionFile, name+"\n\nasked if true", parserOptions(false))
	if err != nil {
		return nil, err
	}
	m.Rules[0].Body = body.Copy()
	modules := maps.Clone(o.bundle.modules)
	modules[ExpressionFile] = m
	c, err := TypedCompiler(o.schema)
	if err != nil {
		return nil, err
	}
	// Not strictly, as the policies were before: a variable that is asked for may be
	// of no further use.
	if c.WithDefaultRegoVersion(ast.RegoV1).Compile(modules); c.Failed() {
		return nil, c.Errors
	}
	if err := CheckPaths(c, o.schema, o.bundle.Data()); err != nil {
		// What the expression hands to a function may be wrong for it; the policies
		// themselves are not.
		faults, rest := Faults(err)
		for _, f := range faults {
			if f.File == ExpressionFile {
				rest = append(rest, &f)
			}
		}
		if err := errors.Join(rest...); err != nil {
			return nil, err
		}
	}
	return &Expression{body: body, many: hasVariables(body)}, nil
}

// parseExpression reads one or several expressions, and no rules.
func parseExpression(text string) (ast.Body, error) {
	statements, _, err := ast.ParseStatementsWithOpts(ExpressionFile, text, parserOptions(false))
	if err != nil {
		return nil, err
	}
	var body ast.Body
	for _, s := range statements {
		b, ok := s.(ast.Body)
		if !ok {
			return nil, &Fault{ExpressionFile, s.Loc().Row, s.Loc().Col, "an expression stands here, and no rule, package or import"}
		}
		for _, e := range b {
			body.Append(e)
		}
	}
	if len(body) == 0 {
		return nil, &Fault{ExpressionFile, 1, 1, "there is no expression"}
	}
	return body, nil
}

// hasVariables reports whether a query has any of its own, outside of
// comprehensions and the like: each that fits is a solution.
func hasVariables(body ast.Body) bool {
	declared := false
	for _, e := range body {
		_, some := e.Terms.(*ast.SomeDecl)
		declared = declared || some || e.IsAssignment()
	}
	w := ast.NewVarVisitor().WithParams(ast.VarVisitorParams{SkipRefCallHead: true, SkipClosures: true, SkipWithTarget: true})
	w.WalkBody(body)
	for v := range w.Vars() {
		declared = declared || !ast.ReservedVars.Contains(v)
	}
	return declared
}

// Evaluate gives the value of an expression as JSON: that of its last statement, or
// where it has variables a list of all that fit, which are Solutions where variables
// have names. print gets what is printed.
func (o *Outsider) Evaluate(ctx context.Context, x *Expression, in Input, print func(file string, line int, text string)) (json.RawMessage, error) {
	e, err := o.all()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	results, err := rego.New(e.asks(x.body, in, print)...).Eval(ctx)
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("%w within %s", errTimeout, e.timeout)
	case err != nil:
		return nil, asWritten(err)
	case len(results) == 0:
		return nil, ErrUndefined
	case len(results) > maxSolutions:
		return nil, fmt.Errorf("it has %d solutions, and at most %d make sense", len(results), maxSolutions)
	}
	values := make([]any, len(results))
	for i, r := range results {
		values[i] = r.Expressions[len(r.Expressions)-1].Value
		if len(r.Bindings) > 0 {
			values[i] = Solution{r.Bindings, values[i]}
		}
	}
	var value any = values
	if !x.many {
		value = values[0]
	}
	text, err := json.Marshal(value)
	if err == nil && len(text) > maxValue {
		err = fmt.Errorf("its value is larger than %d MiB", maxValue>>20)
	}
	return text, err
}

// asks is how OPA evaluates a query as the engine does rules.
func (e *Engine) asks(body ast.Body, in Input, print func(file string, line int, text string)) []func(*rego.Rego) {
	body = body.Copy()
	for _, x := range body {
		e.asTerm(x)
	}
	hasten(body)
	options := []func(*rego.Rego){
		rego.ParsedQuery(body), rego.ParsedInput(in.term.Value), rego.Compiler(e.compiler), rego.Store(e.store),
		rego.Time(e.time), rego.StrictBuiltinErrors(true), rego.EnablePrintStatements(print != nil),
	}
	if print != nil {
		options = append(options, rego.PrintHook(printHook(print)))
	}
	for _, name := range slices.Sorted(maps.Keys(fastBuiltins)) {
		f := fastBuiltins[name]
		options = append(options, rego.Function2(&rego.Function{Name: name, Decl: f.Decl.Decl}, func(c rego.BuiltinContext, x, y *ast.Term) (*ast.Term, error) {
			return call(f, c, x, y)
		}))
	}
	return options
}

// asTerm makes a term of a call of a policy's function, whose value OPA would not ask
// for: it tells functions by their types, and the engine has none.
func (e *Engine) asTerm(x *ast.Expr) {
	terms, ok := x.Terms.([]*ast.Term)
	if !ok || !x.IsCall() || !x.Operator()[0].Equal(ast.DefaultRootDocument) {
		return
	}
	if f := e.compiler.GetRulesExact(x.Operator()); len(f) > 0 && len(f[0].Head.Args) == len(terms)-1 {
		x.Terms = ast.NewTerm(ast.Call(terms)).SetLocation(x.Location)
	}
}

// call calls a built-in that gives one answer or none.
func call(f *topdown.Builtin, c topdown.BuiltinContext, args ...*ast.Term) (answer *ast.Term, err error) {
	err = f.Func(c, args, func(t *ast.Term) error {
		answer = t
		return nil
	})
	return answer, err
}
