package policy

import (
	"context"
	"errors"
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
)

// RuleError is a rule that could not be evaluated or answered wrongly. It is a
// fault of the policy, not of the server.
type RuleError struct {
	Rule string
	Err  error
}

func (e *RuleError) Error() string { return fmt.Sprintf("rule %s: %v", e.Rule, e.Err) }

// Unwrap gives the reason.
func (e *RuleError) Unwrap() error { return e.Err }

// ErrSilent is the reason of a rule that gives no result for a server.
var ErrSilent = errors.New("no result: a rule answers for every server, and says skipped where it does not apply")

// Eval judges one server. input is what the schema calls #Input: JSON as
// bytes, or a Go value that encodes as such. The judgements are in the order
// of the rules. The error joins a RuleError for each rule that failed; the
// judgements of the others stand beside it.
func (e *Engine) Eval(ctx context.Context, input any) ([]Judgement, error) {
	v, err := toValue(input)
	if err != nil {
		return nil, fmt.Errorf("read input of policies: %w", err)
	}
	return e.eval(ctx, ast.NewTerm(v))
}

func (e *Engine) eval(ctx context.Context, term *ast.Term) ([]Judgement, error) {
	if e.parts != nil {
		var out []Judgement
		var errs []error
		for _, part := range e.parts {
			js, err := part.eval(ctx, term)
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			out, errs = append(out, js...), append(errs, err)
		}
		return out, errors.Join(errs...)
	}
	if len(e.rules) == 0 {
		return nil, ctx.Err()
	}
	found, err := e.find(ctx, e.all, term)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil || found == nil:
		return e.oneByOne(ctx, term)
	}
	return e.decodeAll(func(r *Rule) (ast.Value, error) { return found[r.answer].Value, nil })
}

// oneByOne evaluates every rule by itself, so that one that fails leaves the
// others' results alone. It costs more than asking for all at once, as nothing
// is shared between the rules.
func (e *Engine) oneByOne(ctx context.Context, input *ast.Term) ([]Judgement, error) {
	js, err := e.decodeAll(func(r *Rule) (ast.Value, error) { return e.ask(ctx, query(r.results), input) })
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return js, err
}

// decodeAll decodes what the rules answer.
func (e *Engine) decodeAll(answer func(*Rule) (ast.Value, error)) ([]Judgement, error) {
	var out []Judgement
	var errs []error
	for _, r := range e.rules {
		v, err := answer(r)
		var js []Judgement
		if err == nil {
			js, err = r.decode(v)
		}
		if err != nil {
			errs = append(errs, &RuleError{Rule: r.ID, Err: err})
			continue
		}
		out = append(out, js...)
	}
	return out, errors.Join(errs...)
}
