package sandbox

import (
	"context"
	"encoding/json"
	"io/fs"

	"github.com/rackvet/rackvet/internal/policy"
)

// Tests runs the Rego tests of policies that are not built in, in a process of
// their own: one that takes too long or too much fails, and the others go on in a
// new process. It is for one goroutine.
type Tests struct {
	command []string
	hello   hello
	limits  Limits
	process *process // nil after one was ended
	ready   ready
}

// NewTests starts the process. Policies and tests that can't be used are refused by
// a *Refused. command is what runs Serve.
func NewTests(ctx context.Context, command []string, s policy.Setup, l Limits) (*Tests, error) {
	l = l.filled()
	s.Timeout = l.Timeout
	t := &Tests{command: command, hello: hello{Setup: s, Memory: l.Memory, Tests: true, within: l.Start}, limits: l}
	var err error
	if t.process, err = start(ctx, command, t.hello); err != nil {
		return nil, err
	}
	t.ready = t.process.ready
	return t, nil
}

// List is the tests that there are, in the order in which they stand.
func (t *Tests) List() []policy.Test { return t.ready.Tests }

// Coverable are the stretches of the policies that tests may get through.
func (t *Tests) Coverable() policy.Stretches { return t.ready.Coverable }

// Run runs a test. The error is of rackvet itself; what a test does to its process
// is its result.
func (t *Tests) Run(ctx context.Context, id string, coverage bool) (policy.TestResult, error) {
	if t.process == nil {
		p, err := start(ctx, t.command, t.hello)
		if err != nil {
			return policy.TestResult{}, err
		}
		t.process = p
	}
	var r policy.TestResult
	err := t.process.exchange(ctx, t.limits.Timeout, testRequest{id, coverage}, &r)
	switch {
	case ctx.Err() != nil:
		t.process = nil
		return r, ctx.Err()
	case err != nil:
		t.process = nil
		return policy.TestResult{Outcome: policy.TestBroken, Text: err.Error()}, nil
	}
	return r, nil
}

// Close ends the process.
func (t *Tests) Close() {
	if t != nil && t.process != nil {
		t.process.kill()
	}
}

// serveTests is the process: it compiles policies with their tests, says which there
// are, and runs those it is asked for.
func serveTests(dec *json.Decoder, enc *json.Encoder, s policy.Setup, builtin fs.FS) error {
	t, err := compiled(s, builtin, policy.NewTester)
	r := refusal(err)
	if err == nil {
		r.Tests, r.Coverable = t.Tests(), t.Coverable()
	}
	if err := enc.Encode(r); err != nil || t == nil {
		return err
	}
	return converse(dec, enc, func(q testRequest) policy.TestResult {
		out := t.Run(context.Background(), q.Test, q.Coverage)
		out.Printed = out.Printed[:min(len(out.Printed), maxPrintedText)]
		return out
	})
}
