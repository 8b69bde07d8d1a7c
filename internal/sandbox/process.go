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
	"slices"
	"strings"
	"time"
)

// process is a running one, with its setup read and its policies compiled.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bounded
	enc    *json.Encoder
	dec    *json.Decoder
	errs   *tail
	ready  ready
	ended  chan struct{}
	exited error
}

// stopped is the error of a process that ended, or had to be ended, before it
// answered.
type stopped struct{ why string }

func (s *stopped) Error() string { return s.why }

// startTime is how long reading and compiling policies may take.
const startTime = 30 * time.Second

// patience is how long a process that broke off may take to say why.
const patience = 100 * time.Millisecond

// start runs a process. The error of policies that can't be used is a *Refused, that
// of a process that reading or compiling them ended wraps a *stopped.
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
	p := &process{cmd: cmd, in: in, out: &bounded{r: out}, enc: json.NewEncoder(in), errs: new(tail), ended: make(chan struct{})}
	p.dec = json.NewDecoder(bufio.NewReaderSize(p.out, 1<<16))
	cmd.Stderr = p.errs
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start a process for policies: %w", err)
	}
	r := &p.ready
	within := h.within
	if within <= 0 {
		within = startTime
	}
	err = p.exchange(ctx, within, h, r)
	switch {
	case err != nil:
		p.kill()
		return nil, fmt.Errorf("reading and compiling the policies: %w", err)
	case len(r.Faults)+len(r.Errors) > 0:
		p.kill()
		return nil, &Refused{r.Faults, r.Errors}
	}
	return p, nil
}

// grace is what a process has beyond the time to say itself that it is over.
const grace = time.Second

// exchange sends a message and reads the answer, within a time.
func (p *process) exchange(ctx context.Context, limit time.Duration, question, answer any) error {
	p.out.left = maxAnswer
	done := make(chan error, 1)
	go func() {
		err := p.enc.Encode(question)
		if err == nil {
			err = p.dec.Decode(answer)
		}
		done <- err
	}()
	timer := time.NewTimer(limit + grace)
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
		return &stopped{fmt.Sprintf("no answer within %s", limit)}
	case <-ctx.Done():
		p.kill()
		<-done
		return ctx.Err()
	}
}

// outOfMemory is what Go's runtime and those below it say when there is no more.
var outOfMemory = []string{
	"out of memory", "cannot allocate memory", "failed to allocate", "cannot map pages",
	"pthread_create failed", "failed to create new OS thread", // for whose stack there is none
}

// reason says why a process that broke off did.
func (p *process) reason(err error) error {
	p.end(patience)
	var exit *exec.ExitError
	text := p.errs.String()
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
	}
	switch {
	case errors.Is(err, errLong):
		return &stopped{err.Error()}
	case errors.As(p.exited, &exit) && exit.ExitCode() == tooMuchMemory, has(outOfMemory...):
		return &stopped{"took too much memory"}
	case has("stack overflow", "stack exceeds"):
		return &stopped{"went too deep, and ran out of stack"}
	case strings.TrimSpace(text) != "":
		first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
		return &stopped{"ended its process: " + first}
	case p.exited != nil:
		return &stopped{"ended its process: " + p.exited.Error()}
	}
	return &stopped{"ended its process: " + err.Error()}
}

// kill ends the process at once, and waits for it.
func (p *process) kill() { p.end(0) }

// end waits for the process to end by itself, for a while, and kills it then.
func (p *process) end(after time.Duration) {
	select {
	case <-p.ended:
		return
	default:
	}
	p.in.Close()
	timer := time.AfterFunc(after, func() { p.cmd.Process.Kill() })
	p.exited = p.cmd.Wait()
	timer.Stop()
	close(p.ended)
}

// maxAnswer bounds an answer: what policies give is not to fill the memory of the
// process that asked.
const maxAnswer = 80 << 20

var errLong = errors.New("gave more than 80 MiB")

// bounded is a reader of so much as is left.
type bounded struct {
	r    io.Reader
	left int
}

func (b *bounded) Read(text []byte) (int, error) {
	if b.left <= 0 {
		return 0, errLong
	}
	n, err := b.r.Read(text[:min(len(text), b.left)])
	b.left -= n
	return n, err
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
