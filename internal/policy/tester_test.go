package policy

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// ownRule is a rule that is not built in, as short as can be.
const ownRule = `# METADATA
# title: Own
# description: Says something.
# custom: {levels: [note], since: 0.1.0, messages: {pass: fine, fail: bad}}
package rackvet.rules.own.rule

results contains {"outcome": outcome, "level": "note", "path": []}

outcome := "pass" if {
	input.ratio > 1
} else := "fail"

never if {
	input.ratio > 1
	input.ratio < 0
}
`

// testFile is the file of tests, which stand from line 5.
func testFile(tests string) []byte {
	imports := "# nothing to import"
	if strings.Contains(tests, "rule.") {
		imports = "import data.rackvet.rules.own.rule"
	}
	return []byte("package rackvet.rules.own.rule_test\n\n" + imports + "\n\n" + tests)
}

// newTester makes one of a rule and its tests.
func newTester(t testing.TB, tests string) *Tester {
	t.Helper()
	f := &Folder{Name: "own", Files: map[string][]byte{"rule.rego": []byte(ownRule), "rule_test.rego": testFile(tests)}}
	b, err := load(t, fixture(nil)).Join(f)
	if err != nil {
		t.Fatal(err)
	}
	x, err := NewTester(b, Setup{Folders: []*Folder{f}, Schema: []byte(inputSchema), Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestTesterRunsEachTestByItself(t *testing.T) {
	for _, tc := range []struct {
		name, body string
		want       TestResult
	}{
		{"one that passes", "test_x if true", TestResult{Outcome: TestPass}},
		{"one that is not to run yet", "todo_test_x if false", TestResult{Outcome: TestSkipped}},
		{"an expression that is not true, with what stands in it", "test_x if {\n\ta := 1\n\ta == 2\n}",
			TestResult{Outcome: TestFail, Text: "a == 2 is not true", File: "own/rule_test.rego", Line: 7, Column: 2, EndColumn: 8, Values: []string{"a is 1"}}},
		{"a path into a value", "test_x if {\n\ta := {\"b\": {\"c\": 1}}\n\ta.b.c == 2\n}",
			TestResult{Outcome: TestFail, Text: "a.b.c == 2 is not true", File: "own/rule_test.rego", Line: 7, Column: 2, EndColumn: 12, Values: []string{"a.b.c is 1"}}},
		{"what is furthest down, where it tries several", "test_x if {\n\tsome a in [1, 2]\n\ta > 1\n\ta > 2\n}",
			TestResult{Outcome: TestFail, Text: "a > 2 is not true", File: "own/rule_test.rego", Line: 8, Column: 2, EndColumn: 7, Values: []string{"a is 2"}}},
		{"an expression of several lines", "test_x if {\n\tcount([1 |\n\t\tsome a in [1]\n\t\ta > 0\n\t]) == 2\n}",
			TestResult{Outcome: TestFail, Text: "count([1 | … is not true", File: "own/rule_test.rego", Line: 6, Column: 2}},
		{"results that are others", "test_x if {\n\tfound := rule.results with input as {\"ratio\": 2}\n\tfound == set()\n}",
			TestResult{Outcome: TestFail, Text: "found == set() is not true", File: "own/rule_test.rego", Line: 7, Column: 2, EndColumn: 16,
				Values: []string{`found is {{"level": "note", "outcome": "pass", "path": []}}`}}},
		{"a test of several cases", "test_x[name] if {\n\tsome name in [\"a\", \"b\"]\n\tname == \"a\"\n}",
			TestResult{Outcome: TestFail, Text: `name == "a" is not true, in the case "b"`, File: "own/rule_test.rego", Line: 7, Column: 2, EndColumn: 13, Values: []string{`name is "b"`}}},
		{"a test that is but a value", "test_x := false", TestResult{Outcome: TestFail, Text: "it is not true"}},
		{"an error of a built-in", "test_x if {\n\ta := 1 / count([])\n\ta > 0\n}",
			TestResult{Outcome: TestBroken, Text: "div: divide by zero", File: "own/rule_test.rego", Line: 6, Column: 7}},
		{"what it prints", "test_x if {\n\tprint(\"a\", 1)\n\tprint(\"b\")\n}", TestResult{Outcome: TestPass, Printed: "a 1\nb"}},
		{"a time of its own", "test_x if now == 42 with time.now_ns as 42\n\nnow := time.now_ns()", TestResult{Outcome: TestPass}},
		{"one that never ends", "test_x if {" + strings.TrimPrefix(endless[strings.Index(endless, "\n\tcount"):], "\n") + "\ntwenty := numbers\n\nnumbers := [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]\n",
			TestResult{Outcome: TestBroken, Text: "no answer within 1s"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			x := newTester(t, tc.body)
			if len(x.Tests()) != 1 {
				t.Fatalf("tests are %v", x.Tests())
			}
			got := x.Run(t.Context(), x.Tests()[0].ID, false)
			if d := cmp.Diff(tc.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestTesterListsTestsInOrder(t *testing.T) {
	x := newTester(t, "test_b if true\n\ntest_a if true\n\ntest_a if false\n\nhelper if true\n\ntodo_test_c if true\n\ntest_d[1] if true\n\ntest_d[2] if true\n")
	var names []string
	for _, test := range x.Tests() {
		names = append(names, test.Name)
		if test.File != "own/rule_test.rego" {
			t.Errorf("%s is in %s", test.Name, test.File)
		}
	}
	if got := strings.Join(names, " "); got != "test_b test_a test_a#01 todo_test_c test_d" && got != "test_b test_a test_a#01 todo_test_c test_d test_d#01" {
		t.Errorf("tests are %s", got)
	}
	if r := x.Run(t.Context(), x.Tests()[2].ID, false); r.Outcome != TestFail {
		t.Errorf("the second test of one name is %v", r)
	}
	if r := x.Run(t.Context(), "data.no.such", false); r.Outcome != TestBroken || r.Text != "there is no test data.no.such" {
		t.Errorf("a test that is not there is %v", r)
	}
}

func TestCoverageIsThatOfAllTests(t *testing.T) {
	x := newTester(t, "test_pass if rule.outcome == \"pass\" with input.ratio as 2\n\ntest_fail if rule.outcome == \"fail\" with input.ratio as 1\n\ntest_never if not rule.never with input.ratio as 2\n")
	file := func(tests ...int) FileCoverage {
		c := NewCoverage(x.Coverable())
		for _, i := range tests {
			r := x.Run(t.Context(), x.Tests()[i].ID, true)
			if r.Outcome != TestPass {
				t.Fatalf("%s: %+v", x.Tests()[i].Name, r)
			}
			c.Add(r.Covered)
		}
		files := c.Files()
		if len(files) != 1 || files[0].File != "own/rule.rego" {
			t.Fatalf("files are %v", files)
		}
		return files[0]
	}
	for _, tc := range []struct {
		name   string
		tests  []int
		missed [][2]int
	}{
		{"no test reaches nothing", nil, [][2]int{{7, 7}, {9, 11}, {13, 15}}},
		{"one reaches its branch", []int{0}, [][2]int{{7, 7}, {11, 11}, {13, 15}}},
		{"two reach both", []int{0, 1}, [][2]int{{7, 7}, {13, 15}}},
		{"what fails is reached as far as it is evaluated", []int{0, 1, 2}, [][2]int{{7, 7}, {13, 13}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if d := cmp.Diff(tc.missed, file(tc.tests...).Missed); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestTesterRefusesTestsThatCannotBeUsed(t *testing.T) {
	for _, tc := range []struct{ name, body, want string }{
		{"a type", "test_a if lower(1) == \"x\"", "own/rule_test.rego:5: lower takes a text, and gets a number"},
		{"a path that leads nowhere", "test_a if rule.reslts", "no rule and no package \"reslts\""},
		{"a field that the input lacks", "test_a if rule.results with input.ratoi as 1", "input has no ratoi; did you mean ratio? it has gpu, ratio, workloads"},
		{"the network", "test_a if http.send({\"url\": \"x\"})", "undefined function http.send"},
		{"half a test", "test_a if {", "own/rule_test.rego:"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := &Folder{Name: "own", Files: map[string][]byte{"rule.rego": []byte(ownRule), "rule_test.rego": testFile(tc.body)}}
			b, err := load(t, fixture(nil)).Join(f)
			if err != nil {
				t.Fatal(err)
			}
			_, err = NewTester(b, Setup{Folders: []*Folder{f}, Schema: []byte(inputSchema)})
			faults, rest := Faults(err)
			if len(faults) == 0 || len(rest) > 0 {
				t.Fatalf("faults %v, rest %v", faults, rest)
			}
			if text := faults[0].Error(); !strings.Contains(text, tc.want) {
				t.Errorf("%s\nlacks %s", text, tc.want)
			}
		})
	}
}

func TestNeededIsWhatIsReadByAnyWay(t *testing.T) {
	b := load(t, fixture(map[string]string{"a/one": "results contains data.rackvet.rules.b.two.limit", "b/two": "limit := 1\n\nresults contains limit", "c/three": "results contains 3"}))
	for _, tc := range []struct {
		name, body string
		want       []string
	}{
		{"nothing", "x := 1", nil},
		{"parameters are no rules", `x := data.rackvet.params["good/rule"].least.value`, nil},
		{"a rule", "x := data.rackvet.rules.c.three.results", []string{"c/three"}},
		{"an import, and what that reads", "import data.rackvet.rules.a.one\n\nx := one.results", []string{"a/one", "b/two"}},
		{"a rule by a name that is not known", "x contains n if data.rackvet.rules.b[n].results", []string{"b/two"}},
		{"all rules", "x contains r if some r in data.rackvet.rules", []string{"a/one", "b/two", "c/three", "good/rule"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := &Folder{Name: "own", Files: map[string][]byte{"rule.rego": []byte(ownRule), "lib.rego": []byte("package lib\n\n" + tc.body)}}
			joined, err := b.Join(f)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, file := range slices.Sorted(maps.Keys(needed(joined.modules, joined))) {
				if id, ok := strings.CutPrefix(file, "rackvet/rules/"); ok {
					got = append(got, id[:strings.LastIndex(id, "/")])
				}
			}
			if d := cmp.Diff(tc.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}
