package report

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/units"
)

// textFormat writes the report that people read. Results that need attention
// are blocks with their source line; every server ends in one line with its
// verdict, so that a build without a complaint shows too.
type textFormat struct {
	w   io.Writer
	o   Options
	p   palette
	buf bytes.Buffer

	any       bool // something was written
	lastBlock bool // and it was a block, which wants an empty line behind it
}

func newText(w io.Writer, o Options) Format {
	return &textFormat{w: w, o: o, p: newPalette(o.Color)}
}

func (f *textFormat) Server(s *Server) error {
	var sum finding.Summary
	sum.Count(s.Results...)
	for _, r := range withoutWaiting(s.Results) {
		f.result(r, s.Source)
	}
	f.space(false)
	f.verdictWord(s.Verdict)
	fmt.Fprintf(&f.buf, ": server %s in %s", quote(s.Name), Escape(s.File))
	if s.Headline != "" {
		f.buf.WriteString(": " + Escape(s.Headline))
	}
	if found := faults(sum); found != "" {
		f.buf.WriteString(" (" + found + ")")
	}
	f.buf.WriteByte('\n')
	return f.flush()
}

func (f *textFormat) Problems(ps []Problem) error {
	for _, p := range ps {
		f.result(p.Result, p.Source)
	}
	return f.flush()
}

func (f *textFormat) Close(s finding.Summary) error {
	f.space(true)
	about := units.Several(s.Servers, "server")
	if f.o.Policies {
		about = units.Several(s.Rules, "rule")
	}
	fmt.Fprintf(&f.buf, "%s in %s: ", about, units.Several(s.Files, "file"))
	failed := failures(s)
	if len(failed) == 0 {
		failed = []string{"nothing failed"}
	}
	f.buf.WriteString(strings.Join(failed, ", "))
	if !f.o.Policies {
		rest := append([]string{units.Several(s.Passes, "check") + " passed"}, nonzero(
			tally{s.Undecided, "undecided"}, tally{s.Skipped, "skipped"}, tally{s.Waived, "waived"}, tally{s.Baselined, "known"})...)
		f.buf.WriteString("; " + strings.Join(rest, ", "))
	}
	f.buf.WriteString("\nverdict: ")
	f.verdictWord(s.Verdict)
	if why := whyUndecided(s); why != "" {
		f.buf.WriteString(", since " + why)
	}
	if f.o.Effective != "" {
		f.buf.WriteString(", as of " + Escape(f.o.Effective))
	}
	f.buf.WriteByte('\n')
	return f.flush()
}

// result writes r if it is to be shown: what passed or was skipped in two
// lines, the rest as a block with source line, evidence and help.
func (f *textFormat) result(r finding.Result, file *source.File) {
	if !f.o.shows(r.Outcome) {
		return
	}
	block := r.Outcome != finding.Pass && r.Outcome != finding.Skipped && !r.Baselined
	f.space(block)
	c := f.p.of(r.Outcome, r.Level)
	message := Escape(r.Message)
	if block {
		message = f.p.strong.Sprint(message)
	}
	f.buf.WriteString(c.Sprint(label(r)) + ": " + message)
	f.buf.WriteString("  " + f.p.dull.Sprint("["+Escape(r.Rule)+"]") + "\n")

	where := place(r.Range, r.File)
	if r.Server != "" {
		where += "  server " + quote(r.Server)
	}
	if where != "" {
		f.buf.WriteString(f.p.gutter.Sprint("  -->") + " " + where + "\n")
	}
	if !block {
		return
	}
	limit := 0
	if f.o.Width > 0 {
		limit = max(f.o.Width-gutterColumns-2, 20)
	}
	if s, ok := NewSnippet(file, r.Range, limit); ok {
		f.bar("")
		f.buf.WriteString(f.p.gutter.Sprintf("%4d |", s.Line))
		if s.Text != "" {
			f.buf.WriteString(" " + s.Text)
		}
		f.buf.WriteByte('\n')
		f.bar(strings.Repeat(" ", 1+s.Start) + c.Sprint(strings.Repeat("^", s.Width)))
	}
	for _, line := range evidence(r.Evidence, f.o.Width) {
		f.item(line)
	}
	for _, rel := range r.Related {
		f.item(related(rel, r.File))
	}
	if r.Waiver != nil {
		f.item(Escape("waived" + signature(r.Waiver)))
	} else if r.Help != "" {
		f.item("help: " + Escape(r.Help))
	}
}

// gutterColumns is the width of what stands left of a source line.
const gutterColumns = 6

// bar writes a line behind an empty gutter. The text must be harmless.
func (f *textFormat) bar(text string) {
	f.buf.WriteString("     " + f.p.gutter.Sprint("|") + text + "\n")
}

// item writes one of the remarks below a result, wrapped if the width is known.
// The text must be harmless.
func (f *textFormat) item(text string) {
	width := 0
	if f.o.Width > 0 {
		width = max(f.o.Width-gutterColumns-1, 20)
	}
	for i, line := range wrap(text, width) {
		mark := "     " + f.p.gutter.Sprint("=") + " "
		if i > 0 {
			mark = strings.Repeat(" ", gutterColumns+1)
		}
		f.buf.WriteString(mark + line + "\n")
	}
}

// space keeps blocks apart by an empty line.
func (f *textFormat) space(block bool) {
	if f.any && (block || f.lastBlock) {
		f.buf.WriteByte('\n')
	}
	f.any, f.lastBlock = true, block
}

func (f *textFormat) verdictWord(v string) {
	c := f.p.of(finding.Outcome(v), finding.Error)
	f.buf.WriteString(c.Sprint(Escape(v)))
}

func (f *textFormat) flush() error {
	_, err := f.buf.WriteTo(f.w)
	return err
}

// label is the word before a message. A result that does not fail says what
// level it would have failed at, where that still matters.
func label(r finding.Result) string {
	switch r.Outcome {
	case finding.Fail:
		if r.Baselined {
			return fmt.Sprintf("known (%s)", r.Level)
		}
		return r.Level.String()
	case finding.Undecided, finding.Waived:
		return fmt.Sprintf("%s (%s)", r.Outcome, r.Level)
	}
	return Escape(string(r.Outcome))
}

// place is file:line:column, as editors and terminals make links of. A range
// that names no file is in that of the result.
func place(r source.Range, file string) string {
	if r.File != "" {
		file = r.File
	}
	if file == "" || r.Start.Line < 1 {
		return Escape(file)
	}
	return fmt.Sprintf("%s:%d:%d", Escape(file), r.Start.Line, max(r.Start.Column, 1))
}

// quote is %q and then some: bidirectional characters in a name are visible.
func quote(name string) string { return Escape(strconv.Quote(name)) }
