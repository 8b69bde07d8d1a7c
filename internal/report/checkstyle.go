package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"

	"github.com/rackvet/rackvet/internal/finding"
)

// checkstyleVersion is the release of Checkstyle whose shape of report this is.
const checkstyleVersion = "4.3"

// checkstyleFormat writes findings as Checkstyle does, which many CI systems
// read: an element for each file, with one for each error in it. Findings of
// servers in one file share its element.
type checkstyleFormat struct {
	w     io.Writer
	o     Options
	buf   bytes.Buffer
	xml   *xml.Encoder
	begun bool
	file  *xml.StartElement // that is open
}

// checkstyleError is one finding. Columns count characters from 1; line and
// column are left out where a finding is about the whole file.
type checkstyleError struct {
	XMLName  xml.Name `xml:"error"`
	Line     int      `xml:"line,attr,omitempty"`
	Column   int      `xml:"column,attr,omitempty"`
	Severity string   `xml:"severity,attr"`
	Message  string   `xml:"message,attr"`
	Source   string   `xml:"source,attr"`
}

var checkstyleSeverity = map[finding.Level]string{finding.Error: "error", finding.Warning: "warning", finding.Note: "info"}

func newCheckstyle(w io.Writer, o Options) Format {
	f := &checkstyleFormat{w: w, o: o}
	f.xml = xml.NewEncoder(&f.buf)
	f.xml.Indent("", "  ")
	return f
}

func (f *checkstyleFormat) Server(s *Server) error { return f.results(s.Results) }

func (f *checkstyleFormat) Problems(ps []Problem) error {
	var results []finding.Result
	for _, p := range ps {
		results = append(results, p.Result)
	}
	return f.results(results)
}

func (f *checkstyleFormat) Close(finding.Summary) error {
	if err := f.begin(); err != nil {
		return err
	}
	if err := f.closeFile(); err != nil {
		return err
	}
	if err := f.xml.EncodeToken(checkstyleRoot.End()); err != nil {
		return err
	}
	return f.flush("\n")
}

func (f *checkstyleFormat) results(results []finding.Result) error {
	if err := f.begin(); err != nil {
		return err
	}
	for _, r := range results {
		if !f.o.marks(r) {
			continue
		}
		if err := f.result(r); err != nil {
			return err
		}
	}
	return f.flush("")
}

func (f *checkstyleFormat) result(r finding.Result) error {
	if err := checkLevel(r); err != nil {
		return err
	}
	at := f.o.spot(r.Range, r.File)
	if err := f.openFile(Escape(at.file)); err != nil {
		return err
	}
	e := checkstyleError{Severity: checkstyleSeverity[severity(r)], Message: wording(r), Source: Escape("rackvet." + cut(r.Rule, maxName))}
	if at.lines {
		e.Line, e.Column = at.start.Line, at.start.Column
	}
	if err := f.xml.Encode(e); err != nil {
		return fmt.Errorf("write result of %s in %q: %w", r.Rule, r.File, err)
	}
	return nil
}

var checkstyleRoot = xml.StartElement{Name: xml.Name{Local: "checkstyle"}, Attr: []xml.Attr{{Name: xml.Name{Local: "version"}, Value: checkstyleVersion}}}

// begin writes what stands in front of the first file.
func (f *checkstyleFormat) begin() error {
	if f.begun {
		return nil
	}
	f.begun = true
	f.buf.WriteString(xml.Header)
	return f.xml.EncodeToken(checkstyleRoot)
}

// openFile sees to it that the element of that file is the one that is open.
func (f *checkstyleFormat) openFile(name string) error {
	if f.file != nil && f.file.Attr[0].Value == name {
		return nil
	}
	if err := f.closeFile(); err != nil {
		return err
	}
	f.file = &xml.StartElement{Name: xml.Name{Local: "file"}, Attr: []xml.Attr{{Name: xml.Name{Local: "name"}, Value: name}}}
	return f.xml.EncodeToken(*f.file)
}

func (f *checkstyleFormat) closeFile() error {
	if f.file == nil {
		return nil
	}
	end := f.file.End()
	f.file = nil
	return f.xml.EncodeToken(end)
}

// flush writes what is ready, and then last.
func (f *checkstyleFormat) flush(last string) error {
	if err := f.xml.Flush(); err != nil {
		return err
	}
	f.buf.WriteString(last)
	_, err := f.buf.WriteTo(f.w)
	return err
}
