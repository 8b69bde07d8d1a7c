package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
)

// hostileTests have names and words that would break a careless format.
var hostileTests = Tests{
	Cases: []TestCase{
		{Suite: "a", Name: "test_x", Outcome: TestPass},
		{Suite: "a", Name: "test_x", Outcome: TestSkipped},
		{Suite: "b]]>\x1b[31m", Name: "::error::\n<x>", Outcome: TestError, Printed: "one\x00\n::two\n",
			Problems: []Problem{{Result: finding.Result{Outcome: finding.Fail, Level: finding.Error, Message: "a \x1b & \u202e"}}, {Result: finding.Result{Outcome: finding.Fail, Level: finding.Error, Message: "b"}}}},
	},
	Coverage: []Coverage{{File: "x\x1b.rego", Lines: 3, Reached: 1, Missed: [][2]int{{1, 1}, {4, 5}}}, {File: "y.rego", Lines: 2, Reached: 2}},
}

func TestFormatsOfTestsStandHostileText(t *testing.T) {
	for _, name := range TestFormats() {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := WriteTests(name, &out, hostileTests, Options{}); err != nil {
				t.Fatal(err)
			}
			text := out.String()
			for _, bad := range []string{"\x1b", "\x00", "\u202e", "\n::"} {
				if strings.Contains(text, bad) && !(name == "json" && bad == "\u202e") { // which JSON leaves as it is
					t.Errorf("%q is in\n%s", bad, text)
				}
			}
			switch name {
			case "junit":
				var got struct {
					Suites []struct {
						Name                             string `xml:"name,attr"`
						Tests, Failures, Errors, Skipped int
						Cases                            []struct {
							Name    string `xml:"name,attr"`
							Failure *struct {
								Message string `xml:"message,attr"`
								Text    string `xml:",chardata"`
							} `xml:"failure"`
						} `xml:"testcase"`
					} `xml:"testsuite"`
				}
				if err := xml.Unmarshal(out.Bytes(), &got); err != nil {
					t.Fatal(err)
				}
				if len(got.Suites) != 2 || got.Suites[0].Cases[0].Name == got.Suites[0].Cases[1].Name {
					t.Errorf("suites are %+v", got.Suites)
				}
				if f := got.Suites[1].Cases[0].Failure; f == nil || !strings.HasPrefix(f.Message, `a \x1b & `) || !strings.HasSuffix(f.Text, "\n\nb") {
					t.Errorf("the failure is %+v", f)
				}
			case "json":
				var got struct {
					Coverage struct{ Percent float64 }
					Summary  map[string]int
				}
				if err := json.Unmarshal(out.Bytes(), &got); err != nil {
					t.Fatal(err)
				}
				if got.Coverage.Percent != 60 || got.Summary["errors"] != 1 || got.Summary["passed"] != 1 || got.Summary["skipped"] != 1 || got.Summary["tests"] != 3 {
					t.Errorf("found %+v", got)
				}
			case "text":
				for _, want := range []string{"pass: a: 2 tests, 1 skipped\n", "fail: b]]>\\x1b[31m: 1 of 1 test failed\n", "coverage: 60 % of 5 lines\n  x\\x1b.rego: 33.3 %, missed: 1, 4-5\n",
					"3 tests: 1 passed, 1 could not be evaluated, 1 skipped\nverdict: fail\n", " printed:\n  one\\x00\n  \\x3a:two\n"} {
					if !strings.Contains(text, want) {
						t.Errorf("%q is not in\n%s", want, text)
					}
				}
			}
		})
	}
	if err := WriteTests("xml", &bytes.Buffer{}, Tests{}, Options{}); err == nil || !strings.Contains(err.Error(), "use one of json, junit, text") {
		t.Errorf("an unknown format is %v", err)
	}
}

func TestPercentIsAllOnlyWhereAllIsReached(t *testing.T) {
	for _, tc := range []struct {
		reached, lines int
		want           float64
	}{{0, 0, 100}, {0, 3, 0}, {1, 3, 33.3}, {9999, 10_000, 99.9}, {3, 3, 100}} {
		if got := percent(tc.reached, tc.lines); got != tc.want {
			t.Errorf("%d of %d is %g, want %g", tc.reached, tc.lines, got, tc.want)
		}
	}
}
