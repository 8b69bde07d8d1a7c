package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/rackvet/rackvet/internal/policy"
)

// Evaluate gives the value of an expression on an input, which encodes as JSON: that
// of one server, or with fleet that of all of them. It is nil where the expression
// has no value. An expression that can't be used is a *Refused.
func (p *Pool) Evaluate(ctx context.Context, text string, input any, fleet bool) (json.RawMessage, error) {
	in, err := json.Marshal(input)
	if err != nil {
		return nil, fmt.Errorf("write input of policies: %w", err)
	}
	r, err := p.ask(ctx, request{Expression: &expression{text, fleet}, Input: in})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, fmt.Errorf("the expression: %w", err)
	case r.Value == nil:
		return nil, errors.New("the expression was not answered")
	}
	p.show(r)
	switch v := r.Value; {
	case v.Refused != nil:
		return nil, &Refused{v.Refused.Faults, v.Refused.Errors}
	case v.Error != "":
		return nil, fmt.Errorf("the expression: %s", v.Error)
	default:
		return v.JSON, nil
	}
}

// evaluate gives the value of an expression. err is why there is no input.
func evaluate(o *policy.Outsider, e *expression, in policy.Input, err error, print func(file string, line int, text string)) *value {
	if err != nil {
		return &value{Error: err.Error()}
	}
	x, err := o.Expression(e.Text, e.Fleet)
	if err != nil {
		refused := refusal(err)
		return &value{Refused: &refused}
	}
	text, err := o.Evaluate(context.Background(), x, in, print)
	switch {
	case errors.Is(err, policy.ErrUndefined):
		return &value{}
	case err != nil:
		return &value{Error: err.Error()}
	}
	return &value{JSON: text}
}
