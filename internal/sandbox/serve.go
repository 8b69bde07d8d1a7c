package sandbox

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"github.com/rackvet/rackvet/internal/policy"
)

// The most that is handed on of what policies print for one server.
const (
	maxPrinted     = 1000
	maxPrintedText = 10_000
)

// tooMuchMemory is the exit code of a process that took more than it may.
const tooMuchMemory = 70

// Serve is the process: it reads a setup and then requests from in, and answers on
// out, until in ends. builtin are the policies that are built in.
func Serve(in io.Reader, out io.Writer, builtin fs.FS) error {
	dec, enc := json.NewDecoder(bufio.NewReaderSize(in, 1<<16)), json.NewEncoder(out)
	var h hello
	if err := dec.Decode(&h); err != nil {
		return fmt.Errorf("read the setup: %w", err)
	}
	// A deep recursion is to end this process before it takes a gigabyte of stack.
	debug.SetMaxStack(128 << 20)
	if h.Memory == 0 {
		h.Memory = DefaultMemory
	}
	bound(h.Memory)
	go watch(h.Memory)
	if h.Tests {
		return serveTests(dec, enc, h.Setup, builtin)
	}
	o, err := compiled(h.Setup, builtin, policy.NewOutsider)
	if err := enc.Encode(refusal(err)); err != nil || o == nil {
		return err
	}
	return converse(dec, enc, func(q request) response { return answer(o, q) })
}

// converse answers requests until there are no more.
func converse[Q, A any](dec *json.Decoder, enc *json.Encoder, answer func(Q) A) error {
	for {
		var q Q
		if err := dec.Decode(&q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("read a request: %w", err)
		}
		if err := enc.Encode(answer(q)); err != nil {
			return fmt.Errorf("answer: %w", err)
		}
	}
}

// refusal takes apart why policies or an expression can't be used; nil is nothing.
func refusal(err error) ready {
	var r ready
	var rest []error
	r.Faults, rest = policy.Faults(err)
	for _, e := range rest {
		r.Errors = append(r.Errors, e.Error())
	}
	return r
}

// compiled makes what evaluates the policies of a setup; nil is what is refused.
func compiled[T any](s policy.Setup, builtin fs.FS, compile func(*policy.Bundle, policy.Setup) (*T, error)) (*T, error) {
	b, err := s.Bundle(builtin)
	if err != nil {
		return nil, err
	}
	return compile(b, s)
}

func answer(o *policy.Outsider, q request) response {
	r := response{Answers: map[string]json.RawMessage{}, Errors: map[string]policy.Fault{}}
	in, err := policy.ReadInput(q.Input)
	print := func(file string, line int, text string) {
		if len(r.Printed) < maxPrinted {
			r.Printed = append(r.Printed, Printed{file, line, text[:min(len(text), maxPrintedText)]})
		}
	}
	if q.Expression != nil {
		r.Value = evaluate(o, q.Expression, in, err, print)
	}
	for _, id := range q.Rules {
		var results json.RawMessage
		ruleErr := err
		if ruleErr == nil {
			results, ruleErr = o.Ask(context.Background(), id, in, print)
		}
		if ruleErr != nil {
			r.Errors[id] = faultOf(ruleErr)
			if policy.TimedOut(ruleErr) {
				r.Late = append(r.Late, id)
			}
			continue
		}
		r.Answers[id] = results
	}
	return r
}

// watch ends the process when it takes more memory than it may, or is left alone.
// What the garbage collector could give back does not count at once: it is asked to
// first.
func watch(limit uint64) {
	debug.SetMemoryLimit(int64(limit) * 9 / 10)
	parent := os.Getppid()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}}
	for range time.Tick(5 * time.Millisecond) {
		metrics.Read(sample)
		var used uint64
		for _, s := range sample {
			used += s.Value.Uint64()
		}
		if used > limit {
			os.Exit(tooMuchMemory)
		}
		if os.Getppid() != parent {
			os.Exit(0) // nobody is there to hear of it
		}
	}
}
