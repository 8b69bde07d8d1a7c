package report

import (
	"io"
	"strings"
)

// writeTestsJUnit writes a suite for each thing that is tested and a case for each
// test. One that could not be evaluated is a failure too: what CI systems make of
// errors differs.
func writeTestsJUnit(w io.Writer, t Tests, o Options) error {
	f := &junitFormat{w: w, o: o}
	names, suites := t.suites()
	called := map[string]int{}
	for _, name := range names {
		suite := junitSuite{Name: unique(called, Escape(cut(name, maxName))), Tests: len(suites[name])}
		taken := map[string]int{}
		for _, c := range suites[name] {
			x := junitCase{Name: unique(taken, Escape(cut(c.Name, maxName))), Class: suite.Name}
			for line := range strings.Lines(c.Printed) {
				x.Output += Escape(strings.TrimSuffix(line, "\n")) + "\n"
			}
			switch c.Outcome {
			case TestFail, TestError:
				x.Failure = f.failure(c)
				suite.Failures++
			case TestSkipped:
				x.Skipped = &junitOutcome{Message: "not to run yet"}
				suite.Skipped++
			}
			suite.Cases = append(suite.Cases, x)
		}
		if err := f.write(suite); err != nil {
			return err
		}
	}
	return f.end()
}

// failure tells all that is wrong with a test.
func (f *junitFormat) failure(c TestCase) *junitOutcome {
	out := &junitOutcome{Type: c.Outcome}
	for _, p := range c.Problems {
		if out.Message == "" {
			out.Message = wording(p.Result)
		} else {
			out.Text += "\n\n"
		}
		out.Text += f.story(p.Result)
	}
	return out
}
