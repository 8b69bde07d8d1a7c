package report

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// clock is a time that a test sets.
type clock struct{ t time.Time }

func (c *clock) now() time.Time { return c.t }

func (c *clock) pass(d time.Duration) { c.t = c.t.Add(d) }

func fakeProgress(w *bytes.Buffer, total int) (*Progress, *clock) {
	c := &clock{time.Date(2027, 3, 31, 12, 0, 0, 0, time.UTC)}
	return &Progress{w: w, total: total, now: c.now, start: c.now()}, c
}

// drawn takes what was written apart at each return to the start of the line.
func drawn(w *bytes.Buffer) []string {
	defer w.Reset()
	text := strings.NewReplacer("\x1b[?7l", "<", "\x1b[?7h", ">", "\x1b[2K", "wiped").Replace(w.String())
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimPrefix(text, "\r"), "\r")
}

func TestProgress(t *testing.T) {
	var w bytes.Buffer
	p, c := fakeProgress(&w, 2000)
	expect := func(when string, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, drawn(&w)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", when, diff)
		}
	}
	for range 500 {
		c.pass(time.Millisecond)
		p.Step()
	}
	p.Clear()
	expect("nothing is drawn in the first second")
	c.pass(500 * time.Millisecond)
	p.Step()
	expect("then the bar is", "<█████···············│   501 of 2,000 files>")
	c.pass(99 * time.Millisecond)
	p.Step()
	expect("but not with every file")
	c.pass(time.Millisecond)
	p.Step()
	p.Pause()
	expect("and stays while the report goes elsewhere", "<█████···············│   503 of 2,000 files>")
	p.shared = true
	p.Pause()
	p.Pause()
	p.Step()
	expect("it makes room for a report, and comes back", "wiped", "<█████···············│   504 of 2,000 files>")
	for range 1496 {
		p.Step()
	}
	c.pass(time.Second)
	p.plain, p.done = true, 1999
	p.Step()
	p.Clear()
	p.Clear()
	expect("it ends full, and is wiped away", "<####################| 2,000 of 2,000 files>", "wiped")
}

func TestProgressHasAPlace(t *testing.T) {
	env := func(pairs ...string) func(string) string {
		return func(name string) string {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == name {
					return pairs[i+1]
				}
			}
			return ""
		}
	}
	tty, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there is no terminal to be had:", err)
	}
	defer tty.Close()
	var none *Progress
	none.Step()
	none.Pause()
	none.Clear() // nothing of which panics
	for name, tt := range map[string]struct {
		getenv func(string) string
		want   bool
	}{
		"a terminal":         {env("TERM", "xterm"), true},
		"a dumb terminal":    {env("TERM", "dumb"), false},
		"a CI system":        {env("TERM", "xterm", "CI", "true"), false},
		"without colours":    {env("TERM", "xterm", "NO_COLOR", "1"), true},
		"nothing of a shell": {env(), true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := NewProgress(tty, tty, 1, false, tt.getenv) != nil; got != tt.want {
				t.Errorf("there is a bar: %t", got)
			}
		})
	}
	if NewProgress(new(bytes.Buffer), tty, 1, false, env("TERM", "xterm")) != nil {
		t.Error("a pipe has a bar")
	}
}
