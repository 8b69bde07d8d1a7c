package sandbox

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// process is a running one, with its setup read and its policies compiled.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	enc    *json.Encoder
	dec    *json.Decoder
	errs   *tail
	ended  chan struct{}
	exited error
}

// The reasons for which a process ends before it answers.
var (
	errTime   = errors.New("took too long")
	errMemory = errors.New("took too much memory")
)

// startTime is how long reading and compiling policies may take.
const startTime = 30 * time.Second

// start runs a process. The error of policies that can't be used is a *ready.
func start(ctx context.Context, command []string, h hello) (*process, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = []string{"GOTRACEBACK=none"} // nothing of ours is for policies to see
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p := &process{cmd: cmd, in: in, enc: json.NewEncoder(in), dec: json.NewDecoder(bufio.NewReaderSize(out, 1<<16)), errs: new(tail), ended: make(chan struct{})}
	cmd.Stderr = p.errs
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start a process for policies: %w", err)
	}
	var r ready
	err = p.exchange(ctx, startTime, h, &r)
	switch {
	case err != nil:
		p.kill()
		return nil, fmt.Errorf("reading and compiling the policies %w", err)
	case len(r.Faults)+len(r.Errors) > 0:
		p.kill()
		return nil, &Refused{r.Faults, r.Errors}
	}
	return p, nil
}

// exchange sends a message and reads the answer, within a time.
func (p *process) exchange(ctx context.Context, limit time.Duration, question, answer any) error {
	done := make(chan error, 1)
	go func() {
		err := p.enc.Encode(question)
		if err == nil {
			err = p.dec.Decode(answer)
		}
		done <- err
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case err := <-done:
		if err == nil {
			return nil
		}
		return p.reason(err)
	case <-timer.C:
		p.kill()
		<-done
		return fmt.Errorf("%w: more than %s", errTime, limit)
	case <-ctx.Done():
		p.kill()
		<-done
		return ctx.Err()
	}
}

// reason says why a process that broke off did.
func (p *process) reason(err error) error {
	p.kill()
	var exit *exec.ExitError
	text := p.errs.String()
	switch {
	case errors.As(p.exited, &exit) && exit.ExitCode() == tooMuchMemory, strings.Contains(text, "out of memory"):
		return errMemory
	case strings.Contains(text, "stack overflow"), strings.Contains(text, "stack exceeds"):
		return errors.New("called itself too deeply")
	case strings.TrimSpace(text) != "":
		first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
		return fmt.Errorf("ended its process: %s", first)
	}
	return fmt.Errorf("ended its process: %w", err)
}

// kill ends the process and waits for it.
func (p *process) kill() {
	select {
	case <-p.ended:
		return
	default:
	}
	p.in.Close()
	if p.cmd.Process != nil {
		// One that is ending by itself is given the time to say why.
		timer := time.AfterFunc(100*time.Millisecond, func() { p.cmd.Process.Kill() })
		p.exited = p.cmd.Wait()
		timer.Stop()
	}
	close(p.ended)
}

// tail keeps the first of what is written to it.
type tail struct{ b bytes.Buffer }

func (t *tail) Write(text []byte) (int, error) {
	if room := 4096 - t.b.Len(); room > 0 {
		t.b.Write(text[:min(room, len(text))])
	}
	return len(text), nil
}

func (t *tail) String() string { return t.b.String() }
