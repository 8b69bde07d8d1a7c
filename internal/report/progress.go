package report

import (
	"fmt"
	"io"
	"time"

	"github.com/fatih/color"

	"github.com/rackvet/rackvet/internal/units"
)

// A bar is drawn once a run has lasted progressAfter, and again at most once in
// progressEvery.
const (
	progressAfter   = time.Second
	progressEvery   = 100 * time.Millisecond
	progressColumns = 20
)

// Progress draws how many files of a run are done, in one line of a terminal that
// is wiped away again. The nil Progress draws nothing.
type Progress struct {
	w            io.Writer
	total, done  int
	plain        bool
	shared       bool // the report is written to the terminal too
	now          func() time.Time
	start, drawn time.Time
	visible      bool
}

// NewProgress draws to w for a run over total files that reports to out. It gives
// nil where a bar has no place: w is no terminal, or a dumb one, or the log of a CI
// system. A plain bar is of ASCII.
func NewProgress(w, out io.Writer, total int, plain bool, getenv func(string) string) *Progress {
	if !isTerminal(w) || getenv("TERM") == "dumb" || getenv("CI") != "" {
		return nil
	}
	return &Progress{w: w, total: total, plain: plain, shared: isTerminal(out), now: time.Now, start: time.Now()}
}

// Step counts a file as done.
func (p *Progress) Step() {
	if p == nil {
		return
	}
	p.done++
	now := p.now()
	if now.Sub(p.start) < progressAfter || now.Sub(p.drawn) < progressEvery {
		return
	}
	p.drawn, p.visible = now, true
	// The terminal is told not to wrap, so that the line is one however narrow it
	// is; what goes wrong in writing is no matter of the run.
	fmt.Fprintf(p.w, "\r\x1b[?7l%s\x1b[?7h", p.line())
}

// line is what is drawn. It is as long with every step.
func (p *Progress) line() string {
	total := units.Thousands(float64(p.total))
	fill := bar([]Part{{Bytes: float64(p.done)}}, float64(p.total), progressColumns, p.plain, []*color.Color{newPalette(false).strong})
	return fmt.Sprintf("%s %*s of %s files", fill, len(total), units.Thousands(float64(p.done)), total)
}

// Pause makes room for what the report is about to write.
func (p *Progress) Pause() {
	if p != nil && p.shared {
		p.Clear()
	}
}

// Clear wipes the bar away.
func (p *Progress) Clear() {
	if p == nil || !p.visible {
		return
	}
	p.visible, p.drawn = false, time.Time{} // the next step draws it again
	fmt.Fprint(p.w, "\r\x1b[2K")
}
