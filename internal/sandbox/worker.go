package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rackvet/rackvet/internal/policy"
)

// Refused is the error of policies that can't be read or compiled.
type Refused struct {
	Faults []policy.Fault
	Errors []string
}

func (r *Refused) Error() string {
	var lines []string
	for i := range r.Faults {
		lines = append(lines, r.Faults[i].Error())
	}
	return strings.Join(append(lines, r.Errors...), "\n")
}

// Pool lends processes to the workers of a run: as many as ask at once, kept alive
// over servers. It is safe for use by many goroutines.
type Pool struct {
	command []string
	hello   hello
	limits  Limits
	rules   []*policy.Rule
	fleet   []*policy.Rule
	printed func(Printed)

	mu     sync.Mutex
	idle   []*process
	killed map[string]int    // how often a rule had to be stopped
	left   map[string]string // the rules that are asked no more, and why
	closed bool
}

// NewPool starts the first process, so that policies which can't be used are
// refused at once, by a *Refused. command is what runs Serve; b is what s makes;
// printed gets what policies print, and may be nil.
func NewPool(ctx context.Context, command []string, s policy.Setup, b *policy.Bundle, l Limits, printed func(Printed)) (*Pool, error) {
	l = l.filled()
	s.Timeout = l.Timeout
	p := &Pool{command: command, hello: hello{Setup: s, Memory: l.Memory, within: l.Start}, limits: l, printed: printed,
		killed: map[string]int{}, left: map[string]string{}}
	for _, r := range b.Outside() {
		if s.Evaluates(r.ID) {
			p.rules = append(p.rules, r)
		}
	}
	for _, r := range b.Fleet() {
		if s.Evaluates(r.ID) {
			p.fleet = append(p.fleet, r)
		}
	}
	first, err := start(ctx, command, p.hello)
	if errors.As(err, new(*stopped)) {
		first, err = p.startWithout(ctx, append(b.Outside(), b.Fleet()...), err)
	}
	if err != nil {
		return nil, err
	}
	p.idle = []*process{first}
	return p, nil
}

// HasFleet says whether there are rules that judge all servers of a run at once.
func (p *Pool) HasFleet() bool { return p != nil && len(p.fleet) > 0 }

// Close ends the processes.
func (p *Pool) Close() {
	p.mu.Lock()
	idle := p.idle
	p.idle, p.closed = nil, true
	p.mu.Unlock()
	for _, x := range idle {
		x.kill()
	}
}

// Eval judges one server by the rules that are not built in; input encodes as
// JSON. The error joins a policy.RuleError for each rule that failed; the
// judgements of the others stand beside it.
func (p *Pool) Eval(ctx context.Context, input any) ([]policy.Judgement, error) {
	return p.eval(ctx, input, p.rules)
}

// EvalFleet judges all servers of a run at once.
func (p *Pool) EvalFleet(ctx context.Context, input any) ([]policy.Judgement, error) {
	return p.eval(ctx, input, p.fleet)
}

func (p *Pool) eval(ctx context.Context, input any, rules []*policy.Rule) ([]policy.Judgement, error) {
	if len(rules) == 0 {
		return nil, nil
	}
	text, err := json.Marshal(input)
	if err != nil {
		return nil, fmt.Errorf("write input of policies: %w", err)
	}
	r := p.judge(ctx, text, rules)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return p.read(r, rules)
}

func requestOf(rules []*policy.Rule, input []byte) request {
	q := request{Input: input}
	for _, r := range rules {
		q.Rules = append(q.Rules, r.ID)
	}
	return q
}

// ask lends a process, asks it, and takes it back if it is still there.
func (p *Pool) ask(ctx context.Context, q request) (response, error) {
	x, err := p.take(ctx)
	if err != nil {
		return response{}, err
	}
	var r response
	if err := x.exchange(ctx, p.limits.Timeout, q, &r); err != nil {
		return r, err
	}
	p.mu.Lock()
	closed := p.closed
	if !closed {
		p.idle = append(p.idle, x)
	}
	p.mu.Unlock()
	if closed {
		x.kill()
	}
	return r, nil
}

func (p *Pool) take(ctx context.Context) (*process, error) {
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		x := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return x, nil
	}
	p.mu.Unlock()
	return start(ctx, p.command, p.hello)
}

// read makes judgements of the answers, in the order of the rules.
func (p *Pool) read(r response, rules []*policy.Rule) ([]policy.Judgement, error) {
	p.show(r)
	var out []policy.Judgement
	var errs []error
	for _, rule := range rules {
		text, ok := r.Answers[rule.ID]
		err := policy.ErrSilent
		var js []policy.Judgement
		if ok {
			js, err = rule.JudgeJSON(text)
		} else if said := r.Errors[rule.ID]; said.Text != "" {
			err = reason(said)
		}
		if err != nil {
			errs = append(errs, &policy.RuleError{Rule: rule.ID, Err: reason(faultOf(err))})
			continue
		}
		out = append(out, js...)
	}
	return out, errors.Join(errs...)
}

// show hands on what policies printed.
func (p *Pool) show(r response) {
	if p.printed != nil {
		for _, x := range r.Printed {
			p.printed(x)
		}
	}
}
