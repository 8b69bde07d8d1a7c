package report

import (
	"bytes"
	"fmt"
	"io"

	"github.com/rackvet/rackvet/internal/finding"
)

// compactFormat writes a line for each finding and nothing else, so that
// editors, grep and wc can work on it:
//
//	specs/lab.hcl:8:14: error: host memory is … [ratio/host-memory] server "lab"
//
// Where there is nothing to find, it stays silent.
type compactFormat struct {
	w   io.Writer
	o   Options
	p   palette
	buf bytes.Buffer
}

func newCompact(w io.Writer, o Options) Format {
	return &compactFormat{w: w, o: o, p: newPalette(o.Color)}
}

func (f *compactFormat) Server(s *Server) error {
	for _, r := range s.Results {
		f.line(r)
	}
	return f.flush()
}

func (f *compactFormat) Problems(ps []Problem) error {
	for _, p := range ps {
		f.line(p.Result)
	}
	return f.flush()
}

func (f *compactFormat) Close(finding.Summary) error { return nil }

func (f *compactFormat) line(r finding.Result) {
	if !f.o.marks(r) && !f.o.Show[r.Outcome] {
		return
	}
	if at := f.o.spot(r.Range, r.File); at.lines {
		fmt.Fprintf(&f.buf, "%s:%d:%d: ", Escape(at.file), at.start.Line, at.start.Column)
	} else if at.file != "" {
		f.buf.WriteString(Escape(at.file) + ": ")
	}
	label := f.p.of(r.Outcome, r.Level).Sprint(label(r))
	fmt.Fprintf(&f.buf, "%s: %s [%s]", label, Escape(cut(r.Message, maxMessage)), Escape(cut(r.Rule, maxName)))
	if r.Server != "" {
		f.buf.WriteString(" server " + quote(cut(r.Server, maxName)))
	}
	if r.Waiver != nil {
		f.buf.WriteString(Escape(cut(" waived"+signature(r.Waiver), maxMessage)))
	}
	if r.Baselined {
		f.buf.WriteString(" in the baseline")
	}
	f.buf.WriteByte('\n')
}

func (f *compactFormat) flush() error {
	if f.buf.Len() == 0 {
		return nil
	}
	_, err := f.buf.WriteTo(f.w)
	return err
}
