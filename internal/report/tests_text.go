package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// writeTestsText writes a block for each thing that is wrong, then a line for each
// suite, what was missed, and how it all came out.
func writeTestsText(w io.Writer, t Tests, o Options) error {
	f := &textFormat{w: w, o: o, p: newPalette(o.Color)}
	for _, c := range t.Cases {
		for _, p := range c.Problems {
			f.result(p.Result, p.Source)
		}
		if c.Printed != "" {
			f.space(true)
			fmt.Fprintf(&f.buf, "%s %s printed:\n", Escape(c.Suite), Escape(c.Name))
			for line := range strings.Lines(c.Printed) {
				f.buf.WriteString("  " + Escape(strings.TrimSuffix(line, "\n")) + "\n")
			}
		}
	}
	names, suites := t.suites()
	for i, name := range names {
		f.space(i == 0)
		f.lastBlock = false // the lines of suites stand together
		f.suite(name, suites[name])
	}
	if t.Coverage != nil {
		f.coverage(t.Coverage)
	}
	f.space(true)
	n := t.count()
	fmt.Fprintf(&f.buf, "%s: %s\nverdict: ", units.Several(len(t.Cases), "test"), strings.Join(nonzero(
		tally{n[TestPass], "passed"}, tally{n[TestFail], "failed"}, tally{n[TestError], "could not be evaluated"}, tally{n[TestSkipped], "skipped"}), ", "))
	if t.Failed() {
		f.verdictWord(string(finding.Fail))
	} else {
		f.verdictWord(string(finding.Pass))
	}
	f.buf.WriteByte('\n')
	return f.flush()
}

// suite writes how the tests of one thing came out.
func (f *textFormat) suite(name string, cases []TestCase) {
	n := Tests{Cases: cases}.count()
	bad := n[TestFail] + n[TestError]
	if bad > 0 {
		f.verdictWord(string(finding.Fail))
	} else {
		f.verdictWord(string(finding.Pass))
	}
	fmt.Fprintf(&f.buf, ": %s: ", Escape(name))
	if bad > 0 {
		fmt.Fprintf(&f.buf, "%d of ", bad)
	}
	f.buf.WriteString(units.Several(len(cases), "test"))
	if bad > 0 {
		f.buf.WriteString(" failed")
	}
	if n[TestSkipped] > 0 {
		fmt.Fprintf(&f.buf, ", %d skipped", n[TestSkipped])
	}
	f.buf.WriteByte('\n')
}

// coverage writes which lines no test got through.
func (f *textFormat) coverage(files []Coverage) {
	f.space(true)
	all := total(files)
	fmt.Fprintf(&f.buf, "coverage: %g %% of %s\n", percent(all.Reached, all.Lines), units.Several(all.Lines, "line"))
	for _, c := range files {
		if len(c.Missed) == 0 {
			continue
		}
		var lines []string
		for _, m := range c.Missed {
			if m[0] == m[1] {
				lines = append(lines, fmt.Sprint(m[0]))
			} else {
				lines = append(lines, fmt.Sprintf("%d-%d", m[0], m[1]))
			}
		}
		fmt.Fprintf(&f.buf, "  %s: %g %%, missed: %s\n", Escape(c.File), percent(c.Reached, c.Lines), strings.Join(lines, ", "))
	}
}
