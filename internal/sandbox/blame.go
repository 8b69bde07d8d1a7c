package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/policy"
)

// givesUp is after how many servers a rule that ends its process each time is left
// alone for the rest of the run.
const givesUp = 3

// judge asks all rules at once and, where one of them ends the process, one by one,
// so that the others' results stay. A rule that did so before is asked by itself.
func (p *Pool) judge(ctx context.Context, input []byte, rules []*policy.Rule) response {
	all := response{Answers: map[string]json.RawMessage{}, Errors: map[string]policy.Fault{}}
	var together, apart []*policy.Rule
	p.mu.Lock()
	for _, r := range rules {
		switch {
		case p.left[r.ID] != "":
			all.Errors[r.ID] = policy.Fault{Text: p.left[r.ID]}
		case p.killed[r.ID] > 0:
			apart = append(apart, r)
		default:
			together = append(together, r)
		}
	}
	p.mu.Unlock()
	if len(together) > 0 {
		if r, err := p.ask(ctx, requestOf(together, input)); err == nil {
			all.add(r)
			p.stopped(r.Late...)
		} else {
			apart = append(apart, together...)
		}
	}
	for _, r := range apart {
		if ctx.Err() != nil {
			return all
		}
		p.alone(ctx, input, r, &all)
	}
	return all
}

// alone asks one rule.
func (p *Pool) alone(ctx context.Context, input []byte, rule *policy.Rule, all *response) {
	r, err := p.ask(ctx, requestOf([]*policy.Rule{rule}, input))
	if err == nil {
		all.add(r)
		p.stopped(r.Late...)
		return
	}
	all.Errors[rule.ID] = faultOf(err)
	p.stopped(rule.ID)
}

// stopped notes that rules had to be stopped.
func (p *Pool) stopped(rules ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, id := range rules {
		if p.killed[id]++; p.killed[id] >= givesUp {
			p.left[id] = fmt.Sprintf("it is left out, as it had to be stopped at %d servers before", givesUp)
		}
	}
}

// add puts the answers of another response beside r's own.
func (r *response) add(x response) {
	maps.Copy(r.Answers, x.Answers)
	maps.Copy(r.Errors, x.Errors)
	r.Printed = append(r.Printed, x.Printed...)
}

// startWithout starts a process without the rules that no process survives reading
// or compiling; all are those that are not built in. Each is tried by itself. The
// error is cause where that finds none.
func (p *Pool) startWithout(ctx context.Context, all []*policy.Rule, cause error) (*process, error) {
	var bad []*policy.Rule
	var why []error
	for _, r := range all {
		h := p.hello
		h.Setup = without(h.Setup, slices.DeleteFunc(slices.Clone(all), func(x *policy.Rule) bool { return x == r }))
		x, err := start(ctx, p.command, h)
		var broke *stopped
		switch {
		case err == nil:
			x.kill()
		case errors.As(err, &broke):
			bad = append(bad, r)
			why = append(why, &policy.RuleError{Rule: r.ID, Err: err})
			p.left[r.ID] = "it could not be compiled, and is left out: " + broke.why
		}
		if len(bad) > givesUp {
			return nil, errors.Join(why...)
		}
	}
	if len(bad) == 0 || len(bad) == len(all) {
		return nil, errors.Join(append(why, cause)...)
	}
	p.hello.Setup = without(p.hello.Setup, bad)
	return start(ctx, p.command, p.hello)
}

// without is a setup without some rules: their files, and what is said of them.
func without(s policy.Setup, rules []*policy.Rule) policy.Setup {
	folders := make([]*policy.Folder, len(s.Folders))
	for i, f := range s.Folders {
		c := policy.Folder{Name: f.Name, Files: maps.Clone(f.Files), Off: f.Off}
		maps.DeleteFunc(c.Files, func(file string, _ []byte) bool {
			return slices.ContainsFunc(rules, func(r *policy.Rule) bool { return r.File == path.Join(f.Name, file) })
		})
		folders[i] = &c
	}
	s.Folders, s.Params, s.Off = folders, maps.Clone(s.Params), slices.Clone(s.Off)
	for _, r := range rules {
		delete(s.Params, r.ID)
		s.Off = slices.DeleteFunc(s.Off, func(id string) bool { return id == r.ID })
	}
	return s
}

// maxReason bounds what is said of a rule: it may hold what the policy gave.
const maxReason = 1000

// short is a reason that people get through.
func short(text string) string {
	if len(text) > maxReason {
		return strings.ToValidUTF8(text[:maxReason], "") + " …"
	}
	return text
}

// faultOf is why a rule could not be evaluated, with the place if it is known.
func faultOf(err error) policy.Fault {
	var at *policy.Fault
	if errors.As(err, &at) {
		return policy.Fault{File: at.File, Line: at.Line, Column: at.Column, Text: short(at.Text)}
	}
	return policy.Fault{Text: short(err.Error())}
}

// reason is the error that faultOf took apart.
func reason(f policy.Fault) error {
	if f.File == "" {
		return errors.New(f.Text)
	}
	return &f
}
