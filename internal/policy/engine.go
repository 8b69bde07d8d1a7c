package policy

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/topdown"
	"github.com/open-policy-agent/opa/v1/topdown/print"
)

// DefaultTimeout is how long one evaluation may take.
const DefaultTimeout = 10 * time.Second

// Options say how a bundle is evaluated. The zero value evaluates all rules by
// the article's parameters.
type Options struct {
	// Profile names the parameters; see Bundle.Profiles.
	Profile string
	// Only are the ids of the rules to evaluate; none means all.
	Only []string
	// EffectiveTime is what time.now_ns gives. If it is zero, policies that ask
	// for the time are refused.
	EffectiveTime time.Time
	// Timeout bounds an evaluation, 0 means DefaultTimeout.
	Timeout time.Duration
	// Schema is the JSON Schema of the input. If it is given, policies are
	// checked against it first (see Bundle.Check), which costs more than preparing them
	// does: it is for policies that come from outside.
	Schema []byte
	// Nothing leaves out all rules: others are evaluated elsewhere.
	Nothing bool
	// Checked leaves out of compilation what only looks for faults: the rules were
	// compiled with it before, as a test does with those that are built in.
	Checked bool
	// Print keeps the policies' calls of print, which are erased otherwise.
	Print bool

	// whole compiles all at once, as what asks for single values needs it.
	whole bool
}

// Engine evaluates the rules of a bundle. It is prepared once and safe for use
// by many goroutines.
type Engine struct {
	compiler *ast.Compiler
	store    storage.Store
	time     time.Time
	timeout  time.Duration
	rules    []*Rule
	// all is the query of the rules at once.
	all ast.Body
	// parts have the rules between them, in their order; none where compiling them
	// at once would save nothing. The engine itself then evaluates nothing.
	parts []*Engine
}

// NewEngine compiles the bundle inside the sandbox.
func NewEngine(b *Bundle, o Options) (*Engine, error) {
	b, err := b.WithProfile(o.Profile)
	if err != nil {
		return nil, err
	}
	if o.Schema != nil {
		if err := b.Check(o.Schema); err != nil {
			return nil, err
		}
	}
	if n := partsOf(b, o); n > 1 {
		return inParts(b, o, n)
	}
	e := &Engine{time: o.EffectiveTime, timeout: o.Timeout, rules: b.rules}
	if e.timeout <= 0 {
		e.timeout = DefaultTimeout
	}
	if o.Nothing {
		e.rules = nil
	} else if len(o.Only) > 0 {
		if e.rules, err = b.only(o.Only); err != nil {
			return nil, err
		}
	}
	e.all = queryAll(e.rules)
	data, err := toValue(b.Data())
	if err != nil {
		return nil, fmt.Errorf("read parameters: %w", err)
	}
	e.store = inmem.NewFromASTObject(data.(ast.Object))
	allowed := capabilities(o.EffectiveTime)
	for _, decl := range fastDecls {
		allowed.Builtins = append(allowed.Builtins, decl)
	}
	if o.Print {
		allowed.Builtins = append(allowed.Builtins, ast.BuiltinMap["internal.print"]) // what the compiler makes of print
	}
	left := skipped
	if o.Checked {
		left = slices.Concat(skipped, checking)
	}
	if e.compiler, err = compile(b.modules, ast.NewCompiler().
		WithCapabilities(allowed).
		WithEnablePrintStatements(o.Print).
		WithStageAfterID(ast.StageResolveRefs, inlined(data)).
		WithSkipStages(left...)); err != nil {
		return nil, err
	}
	if !o.Nothing && len(o.Only) == 0 && len(e.compiler.GetRulesExact(mainRef)) == 0 {
		return nil, fmt.Errorf("policies have no %s to collect the results of the rules", mainRef)
	}
	return e, nil
}

// skipped are the stages of compilation that change nothing in what is
// evaluated. Types are checked by Bundle.Check, metadata is read at load, and an
// index for comprehensions pays only with inputs of thousands of elements.
var skipped = []ast.StageID{
	ast.StageCheckTypes,
	ast.StageParseMetadataBlocks,
	ast.StageSetAnnotationSet,
	ast.StageRewriteRegoMetadataCalls,
	ast.StageBuildComprehensionIndices,
	ast.StageBuildRequiredCapabilities,
}

// checking are the stages that find faults, or order the expressions of a body by
// what they need of one another, which rules are written in already. What they
// leave of a rule without a fault is the rule. They take two fifths of compilation.
var checking = []ast.StageID{
	ast.StageCheckKeywordOverrides,
	ast.StageCheckVoidCalls,
	ast.StageCheckRuleConflicts,
	ast.StageCheckUndefinedFuncs,
	ast.StageCheckSafetyRuleHeads,
	ast.StageCheckSafetyRuleBodies,
	ast.StageCheckRecursion,
	ast.StageSetGraph, // for the check of recursion
	ast.StageRewriteTemplateStrings,
	ast.StageRewritePrintCalls,
	ast.StageRewriteWithValues,
}

// compile compiles modules, with errors that name file and line. Unused
// variables, imports that shadow and the like are errors too.
func compile(modules map[string]*ast.Module, c *ast.Compiler) (*ast.Compiler, error) {
	c = c.WithStrict(true).WithDefaultRegoVersion(ast.RegoV1)
	if c.Compile(modules); c.Failed() {
		errs := make([]error, len(c.Errors))
		for i, err := range c.Errors {
			errs[i] = err
		}
		return nil, fmt.Errorf("compile policies: %w", errors.Join(errs...))
	}
	return c, nil
}

// only lists the rules of these ids, each once, in the order of the bundle.
func (b *Bundle) only(ids []string) ([]*Rule, error) {
	var errs []error
	for _, id := range ids {
		if b.Rule(id) == nil {
			errs = append(errs, unknown("rule", id, b.ids()))
		}
	}
	var rules []*Rule
	for _, r := range b.rules {
		if slices.Contains(ids, r.ID) {
			rules = append(rules, r)
		}
	}
	return rules, errors.Join(errs...)
}

// Data is the document that policies read beside the input.
func (b *Bundle) Data() map[string]any {
	all := make(map[string]any, len(b.params))
	for id, ps := range b.params {
		rule := make(map[string]any, len(ps))
		for name, p := range ps {
			rule[name] = map[string]any{"value": p.Value, "unit": p.Unit, "source": p.Source, "strength": p.Strength}
		}
		all[id] = rule
	}
	data := map[string]any{"rackvet": map[string]any{"params": all}}
	if b.org != nil {
		data["org"] = b.org
	}
	return data
}

// mainRef is where OPA finds the results of all rules by their ids. An engine asks
// the rules themselves, which saves making the ids for every server.
var mainRef = ast.MustParseRef("data.rackvet.main.results")

// query asks for one value. It is built as the compiler would leave it, so it
// needs no compilation of its own.
func query(ref ast.Ref) ast.Body { return ast.NewBody(equals("answer", ref)) }

// queryAll asks for the results of rules, each by a variable of its own.
func queryAll(rules []*Rule) ast.Body {
	exprs := make([]*ast.Expr, len(rules))
	for i, r := range rules {
		exprs[i] = equals(r.answer, r.results)
	}
	return ast.NewBody(exprs...)
}

func equals(v ast.Var, ref ast.Ref) *ast.Expr {
	return ast.Equality.Expr(ast.NewTerm(v), ast.NewTerm(ref))
}

// errTimeout is why an evaluation was broken off.
var errTimeout = errors.New("no answer")

// ask evaluates one query. The value is nil where it is not defined.
func (e *Engine) ask(ctx context.Context, q ast.Body, input *ast.Term) (ast.Value, error) {
	found, err := e.find(ctx, q, input)
	if t := found["answer"]; t != nil {
		return t.Value, err
	}
	return nil, err
}

// find evaluates one query. It gives nothing where any part of it is not defined.
func (e *Engine) find(ctx context.Context, q ast.Body, input *ast.Term) (topdown.QueryResult, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	txn, err := e.store.NewTransaction(ctx)
	if err != nil {
		return nil, err
	}
	defer e.store.Abort(ctx, txn)

	cancel := topdown.NewCancel()
	timer := time.AfterFunc(e.timeout, cancel.Cancel)
	defer timer.Stop()
	defer context.AfterFunc(ctx, cancel.Cancel)()

	var found topdown.QueryResult
	printed, _ := ctx.Value(printKey{}).(print.Hook)
	err = topdown.NewQuery(q).
		WithPrintHook(printed).
		WithCompiler(e.compiler).
		WithStore(e.store).
		WithTransaction(txn).
		WithCancel(cancel).
		WithInput(input).
		WithTime(e.time).
		WithStrictBuiltinErrors(true).
		WithVirtualCache(newMemory()).
		WithBuiltins(fastBuiltins).
		Iter(ctx, func(r topdown.QueryResult) error {
			found = r
			return nil
		})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && cancel.Cancelled():
		return nil, fmt.Errorf("%w within %s", errTimeout, e.timeout)
	}
	return found, err
}
