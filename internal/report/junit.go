package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
)

// junitFormat writes results as the test results that CI systems show: a suite
// for each server, and one for problems, with a case for each result. What fails
// its server, under the settings of the run, is a failure, so that a suite fails
// where the server does. What fails at a level that does not count passes, and its
// words are the output of the case. What has no answer and fails nothing, does not
// apply, is waived or stands in a baseline is skipped, with the reason. Only
// attributes of the schema that Jenkins validates with are used: a case's file and
// line are in its words.
type junitFormat struct {
	w     io.Writer
	o     Options
	buf   bytes.Buffer
	begun bool

	file   string         // of the server before
	suites map[string]int // the names of that file's suites
}

type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	File     string      `xml:"file,attr,omitempty"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Failure *junitOutcome `xml:"failure"`
	Skipped *junitOutcome `xml:"skipped"`
	Output  string        `xml:"system-out,omitempty"`
}

// junitOutcome says its message twice: some readers show the attribute alone,
// others the text alone.
type junitOutcome struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

func newJUnit(w io.Writer, o Options) Format { return &junitFormat{w: w, o: o} }

func (f *junitFormat) Server(s *Server) error {
	file := f.o.rel(s.File)
	if f.suites == nil || file != f.file {
		f.file, f.suites = file, map[string]int{}
	}
	name := unique(f.suites, Escape(file+": server "+cut(s.Name, maxName)))
	return f.suite(name, Escape(file), s.Results)
}

func (f *junitFormat) Problems(ps []Problem) error {
	var results []finding.Result
	for _, p := range ps {
		results = append(results, p.Result)
	}
	if len(results) == 0 {
		return nil
	}
	return f.suite("problems", "", results)
}

func (f *junitFormat) Close(finding.Summary) error { return f.end() }

// end writes what stands behind the last suite.
func (f *junitFormat) end() error {
	f.begin()
	f.buf.WriteString("</testsuites>\n")
	return f.flush()
}

// suite writes results as a suite. The names of its cases differ, since readers
// drop the second of two equal ones; readers that know no suites tell cases
// apart by their class, which is the name of the suite.
func (f *junitFormat) suite(name, file string, results []finding.Result) error {
	s := junitSuite{Name: name, File: file, Tests: len(results)}
	names := map[string]int{}
	for _, r := range results {
		if err := checkLevel(r); err != nil {
			return err
		}
		at := r.Path.String()
		switch {
		case at == "" && r.Server == "":
			at = f.o.relOf(r.File)
		case file == "" && r.Server != "": // a problem may name one
			at = r.Server + " " + at
		}
		c := f.outcome(r)
		c.Name, c.Class = unique(names, Escape(cut(strings.TrimSpace(r.Rule+" "+at), maxName))), name
		if c.Failure != nil {
			s.Failures++
		}
		if c.Skipped != nil {
			s.Skipped++
		}
		s.Cases = append(s.Cases, c)
	}
	return f.write(s)
}

// write writes a suite.
func (f *junitFormat) write(s junitSuite) error {
	f.begin()
	b, err := xml.MarshalIndent(s, "  ", "  ")
	if err != nil {
		return fmt.Errorf("write suite %q: %w", s.Name, err)
	}
	f.buf.Write(append(b, '\n'))
	return f.flush()
}

// outcome is the case of r, without its name.
func (f *junitFormat) outcome(r finding.Result) junitCase {
	told := &junitOutcome{Message: wording(r), Text: f.story(r)}
	switch {
	case r.Outcome == finding.Pass:
		return junitCase{}
	case f.o.fails(r):
		if told.Type = r.Level.String(); r.Outcome != finding.Fail {
			told.Type = string(r.Outcome)
		}
		return junitCase{Failure: told}
	case r.Outcome != finding.Fail || r.Baselined:
		return junitCase{Skipped: told}
	}
	return junitCase{Output: r.Level.String() + ": " + told.Text}
}

// story is all that there is to say of r, in lines.
func (f *junitFormat) story(r finding.Result) string {
	lines := []string{wording(r)}
	if at := f.o.spot(r.Range, r.File); at.file != "" {
		lines = append(lines, Escape("at "+at.String()))
	}
	for _, line := range f.o.remarks(r) {
		lines = append(lines, cut(line, maxMessage))
	}
	if r.Help != "" {
		lines = append(lines, "help: "+Escape(cut(r.Help, maxMessage)))
	}
	return strings.Join(lines, "\n")
}

// begin writes what stands in front of the first suite.
func (f *junitFormat) begin() {
	if !f.begun {
		f.begun = true
		f.buf.WriteString(xml.Header + `<testsuites name="rackvet">` + "\n")
	}
}

func (f *junitFormat) flush() error {
	_, err := f.buf.WriteTo(f.w)
	return err
}

// unique gives name, or name with the first number behind it that makes it
// differ from those taken, and takes it. The map counts how often each was asked
// for.
func unique(taken map[string]int, name string) string {
	free := name
	for taken[free] > 0 {
		taken[name]++
		free = fmt.Sprintf("%s #%d", name, taken[name])
	}
	taken[free]++
	return free
}
