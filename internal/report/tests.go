package report

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/source"
)

// Tests is what tests of policies came to.
type Tests struct {
	Cases []TestCase
	// Coverage is that of each file; nil where nobody asks.
	Coverage []Coverage
}

// The outcomes of a test, as the words in reports.
const (
	TestPass    = "pass"
	TestFail    = "fail"
	TestSkipped = "skipped"
	TestError   = "error" // it could not be evaluated
)

// TestCase is one test. Suite is what it is a test of: a rule, or a file.
type TestCase struct {
	Suite, Name string
	Outcome     string
	File        string
	Line        int
	// Problems say why it did not pass.
	Problems []Problem
	// Printed is what it printed, where that is asked for or it did not pass.
	Printed string
}

// Coverage is how much of a policy the tests got through: so many of its lines that
// do something. Missed are the others, as first and last of those in a row.
type Coverage struct {
	File           string
	Lines, Reached int
	Missed         [][2]int
}

// percent is a share in per cent with a decimal, rounded down: only all is 100.
func percent(reached, lines int) float64 {
	if lines == 0 {
		return 100
	}
	return float64(reached*1000/lines) / 10
}

// total adds files up.
func total(files []Coverage) (sum Coverage) {
	for _, f := range files {
		sum.Lines += f.Lines
		sum.Reached += f.Reached
	}
	return sum
}

// testFormats are those that a Tests is written in.
var testFormats = map[string]func(io.Writer, Tests, Options) error{
	"json": writeTestsJSON, "junit": writeTestsJUnit, "text": writeTestsText,
}

// TestFormats lists the names that WriteTests knows, sorted.
func TestFormats() []string { return slices.Sorted(maps.Keys(testFormats)) }

// WriteTests writes in the format of that name.
func WriteTests(name string, w io.Writer, t Tests, o Options) error {
	write, ok := testFormats[name]
	if !ok {
		return fmt.Errorf("unknown format %q: use one of %s", name, strings.Join(TestFormats(), ", "))
	}
	return write(w, t, o)
}

// Failed reports whether a test did not pass.
func (t Tests) Failed() bool {
	n := t.count()
	return n[TestFail]+n[TestError] > 0
}

// count says how many tests there are of each outcome.
func (t Tests) count() map[string]int {
	n := map[string]int{}
	for _, c := range t.Cases {
		n[c.Outcome]++
	}
	return n
}

// suites puts the tests of one thing together, in their order.
func (t Tests) suites() (names []string, cases map[string][]TestCase) {
	cases = map[string][]TestCase{}
	for _, c := range t.Cases {
		if cases[c.Suite] == nil {
			names = append(names, c.Suite)
		}
		cases[c.Suite] = append(cases[c.Suite], c)
	}
	return names, cases
}

// testsV1 names the shape of the JSON report of tests.
const testsV1 = "rackvet/policy-test/v1"

type jsonTest struct {
	Suite    string        `json:"suite"`
	Name     string        `json:"name"`
	Outcome  string        `json:"outcome"`
	File     string        `json:"file"`
	Line     int           `json:"line"`
	Problems []jsonProblem `json:"problems,omitempty"`
	Printed  string        `json:"printed,omitempty"`
}

type jsonProblem struct {
	Message string       `json:"message"`
	Help    string       `json:"help,omitempty"`
	Remarks []string     `json:"remarks,omitempty"`
	Range   source.Range `json:"range"`
}

type jsonCoverage struct {
	Percent float64            `json:"percent"`
	Lines   int                `json:"lines"`
	Files   []jsonFileCoverage `json:"files"`
}

type jsonFileCoverage struct {
	File    string   `json:"file"`
	Percent float64  `json:"percent"`
	Lines   int      `json:"lines"`
	Missed  [][2]int `json:"missed"`
}

func writeTestsJSON(w io.Writer, t Tests, o Options) error {
	n := t.count()
	out := struct {
		Schema   string         `json:"schema"`
		Tool     jsonTool       `json:"tool"`
		Tests    []jsonTest     `json:"tests"`
		Coverage *jsonCoverage  `json:"coverage,omitempty"`
		Summary  map[string]int `json:"summary"`
	}{
		Schema: testsV1, Tool: jsonTool{"rackvet", o.ToolVersion}, Tests: []jsonTest{},
		Summary: map[string]int{"tests": len(t.Cases), "passed": n[TestPass], "failed": n[TestFail], "errors": n[TestError], "skipped": n[TestSkipped]},
	}
	for _, c := range t.Cases {
		x := jsonTest{Suite: c.Suite, Name: c.Name, Outcome: c.Outcome, File: c.File, Line: c.Line, Printed: c.Printed}
		for _, p := range c.Problems {
			y := jsonProblem{Message: p.Result.Message, Help: p.Result.Help, Range: p.Result.Range}
			for _, r := range p.Result.Related {
				y.Remarks = append(y.Remarks, r.Message)
			}
			x.Problems = append(x.Problems, y)
		}
		out.Tests = append(out.Tests, x)
	}
	if t.Coverage != nil {
		all := total(t.Coverage)
		out.Coverage = &jsonCoverage{percent(all.Reached, all.Lines), all.Lines, []jsonFileCoverage{}}
		for _, f := range t.Coverage {
			out.Coverage.Files = append(out.Coverage.Files, jsonFileCoverage{f.File, percent(f.Reached, f.Lines), f.Lines, append([][2]int{}, f.Missed...)})
		}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}
