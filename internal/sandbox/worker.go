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
	killed map[string]int // how often a rule ended its process
	closed bool
}

// NewPool starts the first process, so that policies which can't be used are
// refused at once, by a *Refused. command is what runs Serve; rules and fleet are
// those of b that are not built in; printed gets what policies print, and may be
// nil.
func NewPool(ctx context.Context, command []string, s policy.Setup, b *policy.Bundle, l Limits, printed func(Printed)) (*Pool, error) {
	if l.Timeout <= 0 {
		l.Timeout = DefaultTimeout
	}
	if l.Memory == 0 {
		l.Memory = DefaultMemory
	}
	s.Timeout = l.Timeout
	p := &Pool{command: command, hello: hello{s, l.Memory}, limits: l, printed: printed, killed: map[string]int{}}
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
	r, err := p.ask(ctx, text, rules)
	if err != nil && ctx.Err() == nil {
		// One of them ended the process: one by one, the others' results stay.
		r = response{Answers: map[string]json.RawMessage{}, Errors: map[string]string{}}
		for _, rule := range rules {
			p.alone(ctx, text, rule, &r)
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return p.read(r, rules)
}

// givesUp is after how many servers a rule that ends its process each time is left
// alone for the rest of the run.
const givesUp = 3

// alone asks one rule.
func (p *Pool) alone(ctx context.Context, input []byte, rule *policy.Rule, all *response) {
	p.mu.Lock()
	n := p.killed[rule.ID]
	p.mu.Unlock()
	if n >= givesUp {
		all.Errors[rule.ID] = fmt.Sprintf("is left out, as it was stopped at %d servers before", n)
		return
	}
	r, err := p.ask(ctx, input, []*policy.Rule{rule})
	if err != nil {
		p.mu.Lock()
		p.killed[rule.ID]++
		p.mu.Unlock()
		all.Errors[rule.ID] = err.Error()
		return
	}
	if text, ok := r.Answers[rule.ID]; ok {
		all.Answers[rule.ID] = text
	}
	if text, ok := r.Errors[rule.ID]; ok {
		all.Errors[rule.ID] = text
	}
	all.Printed = append(all.Printed, r.Printed...)
}

// ask lends a process, asks it, and takes it back if it is still there.
func (p *Pool) ask(ctx context.Context, input []byte, rules []*policy.Rule) (response, error) {
	x, err := p.take(ctx)
	if err != nil {
		return response{}, err
	}
	q := request{Input: input}
	for _, r := range rules {
		q.Rules = append(q.Rules, r.ID)
	}
	var r response
	if err := x.exchange(ctx, p.limits.Timeout, q, &r); err != nil {
		return r, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		go x.kill()
		return r, nil
	}
	p.idle = append(p.idle, x)
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
	if p.printed != nil {
		for _, x := range r.Printed {
			p.printed(x)
		}
	}
	var out []policy.Judgement
	var errs []error
	for _, rule := range rules {
		text, ok := r.Answers[rule.ID]
		err := errors.New("no result: a rule answers for every server, and says skipped where it does not apply")
		var js []policy.Judgement
		if ok {
			js, err = rule.JudgeJSON(text)
		} else if said := r.Errors[rule.ID]; said != "" {
			err = errors.New(said)
		}
		if err != nil {
			errs = append(errs, &policy.RuleError{Rule: rule.ID, Err: err})
			continue
		}
		out = append(out, js...)
	}
	return out, errors.Join(errs...)
}
