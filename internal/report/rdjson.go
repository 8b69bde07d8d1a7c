package report

import (
	"bytes"
	"fmt"
	"io"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// rdjsonFormat writes findings in the Reviewdog Diagnostic Format, as one
// DiagnosticResult: what marks lines in reviews on most code hosts. Columns
// there count bytes of UTF-8 from 1, so that they need the file: without it,
// lines alone are told.
type rdjsonFormat struct {
	w     io.Writer
	o     Options
	buf   bytes.Buffer
	begun bool
	some  bool // there is a diagnostic
}

type (
	rdDiagnostic struct {
		Message     string         `json:"message"`
		Location    rdLocation     `json:"location"`
		Severity    string         `json:"severity"`
		Code        rdCode         `json:"code"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
		Related     []rdRelated    `json:"related_locations,omitempty"`
	}
	rdCode struct {
		Value string `json:"value"`
	}
	rdLocation struct {
		Path  string   `json:"path"`
		Range *rdRange `json:"range,omitempty"`
	}
	// rdRange ends before End; without columns, with the line of End.
	rdRange struct {
		Start rdPosition `json:"start"`
		End   rdPosition `json:"end"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column,omitempty"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
	rdRelated struct {
		Message  string     `json:"message,omitempty"`
		Location rdLocation `json:"location"`
	}
)

var rdSeverity = map[finding.Level]string{finding.Error: "ERROR", finding.Warning: "WARNING", finding.Note: "INFO"}

func newRDJSON(w io.Writer, o Options) Format { return &rdjsonFormat{w: w, o: o} }

func (f *rdjsonFormat) Server(s *Server) error {
	f.begin()
	for _, r := range s.Results {
		if err := f.result(r, s.Source); err != nil {
			return err
		}
	}
	return f.flush()
}

func (f *rdjsonFormat) Problems(ps []Problem) error {
	f.begin()
	for _, p := range ps {
		if err := f.result(p.Result, p.Source); err != nil {
			return err
		}
	}
	return f.flush()
}

func (f *rdjsonFormat) Close(finding.Summary) error {
	f.begin()
	f.buf.WriteString("]}\n")
	return f.flush()
}

// begin writes what stands in front of the first diagnostic.
func (f *rdjsonFormat) begin() {
	if !f.begun {
		f.begun = true
		f.buf.WriteString(`{"source":{"name":"rackvet","url":"https://github.com/rackvet/rackvet"},"diagnostics":[`)
	}
}

func (f *rdjsonFormat) flush() error {
	_, err := f.buf.WriteTo(f.w)
	return err
}

func (f *rdjsonFormat) result(r finding.Result, file *source.File) error {
	if !f.o.marks(r) {
		return nil
	}
	if err := checkLevel(r); err != nil {
		return err
	}
	d := rdDiagnostic{
		Message: wording(r), Location: f.location(r.Range, r.File, file),
		Severity: rdSeverity[severity(r)], Code: rdCode{Escape(cut(r.Rule, maxName))}, Suggestions: suggestions(r.Fixes, file),
	}
	if r.Help != "" {
		d.Message += "\n\n" + Escape(cut(r.Help, maxMessage))
	}
	for _, rel := range r.Related {
		if rel.Range.Start.Line > 0 || rel.Range.File != "" {
			d.Related = append(d.Related, rdRelated{Escape(cut(rel.Message, maxMessage)), f.location(rel.Range, r.File, file)})
		}
	}
	b, err := marshal(d)
	if err != nil {
		return fmt.Errorf("write result of %s in %q: %w", r.Rule, r.File, err)
	}
	if f.some {
		f.buf.WriteByte(',')
	}
	f.some = true
	f.buf.WriteByte('\n')
	f.buf.Write(EscapeJSON(b))
	return nil
}

// location is where r is, which is in the file of that name unless it says
// otherwise.
func (f *rdjsonFormat) location(r source.Range, name string, file *source.File) rdLocation {
	at := f.o.spot(r, name)
	l := rdLocation{Path: at.file}
	if !at.lines {
		return l
	}
	if exact, ok := byteRange(r, file); ok {
		l.Range = &exact
		return l
	}
	last := at.end.Line
	if last > at.start.Line && at.end.Column == 1 {
		last-- // nothing of that line is meant
	}
	l.Range = &rdRange{rdPosition{Line: at.start.Line}, rdPosition{Line: last}}
	return l
}

// suggestions are the edits of fixes. They are one repair, so that without a
// place for each of them there is none.
func suggestions(fixes []finding.Fix, file *source.File) []rdSuggestion {
	var out []rdSuggestion
	for _, x := range fixes {
		if x.Range == nil {
			return nil
		}
		r, ok := byteRange(*x.Range, file)
		if !ok {
			return nil
		}
		out = append(out, rdSuggestion{r, x.Text})
	}
	return out
}

// byteRange gives the lines and byte columns of r, which must be a place of
// file.
func byteRange(r source.Range, file *source.File) (rdRange, bool) {
	if file == nil || r.File != "" && r.File != file.Path {
		return rdRange{}, false
	}
	start, okStart := bytePosition(r.Start, file)
	end, okEnd := bytePosition(r.End, file)
	return rdRange{start, end}, okStart && okEnd && r.Start.Byte <= r.End.Byte
}

// bytePosition is p with its column in bytes. A byte order mark is three of them,
// as it is to whoever reads the file as it lies on disk.
func bytePosition(p source.Pos, file *source.File) (rdPosition, bool) {
	first := file.Pos(0).Byte // behind the mark
	if file.Pos(p.Byte-first) != p {
		return rdPosition{}, false
	}
	text := file.Bytes[:p.Byte-first]
	column := len(text) - (bytes.LastIndexByte(text, '\n') + 1) + 1
	if p.Line == 1 {
		column += first
	}
	return rdPosition{p.Line, column}, true
}
