package report

import (
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

func TestJUnit(t *testing.T) {
	o, servers, problems := review(t)
	got := write(t, "junit", o, servers, problems)
	golden(t, "junit.xml", got)
	checkJUnit(t, got, o, servers, problems)
	for _, level := range []finding.Level{finding.Warning, finding.Note} {
		strict := o
		strict.Fails = func(r finding.Result) bool {
			return r.Failed(level) || r.Outcome == finding.Undecided && !r.Baselined
		}
		checkJUnit(t, write(t, "junit", strict, servers, problems), strict, servers, problems)
	}
	o.All = true
	if all := write(t, "junit", o, servers, problems); all != got {
		t.Errorf("accepted failures are always there, yet asking for them gives (-without +with):\n%s", cmp.Diff(got, all))
	}
	if got, want := write(t, "junit", o, nil, nil), xml.Header+"<testsuites name=\"rackvet\">\n</testsuites>\n"; got != want {
		t.Errorf("no servers make\n%s, want\n%s", got, want)
	}
}

func TestJUnitOfHostileSpec(t *testing.T) {
	o, servers, problems := hostileReview()
	got := write(t, "junit", o, servers, problems)
	checkHarmless(t, got)
	golden(t, "junit_hostile.xml", got)
	checkJUnit(t, got, o, servers, problems)
}

// checkJUnit reads text as its readers do and holds it against what it is of.
func checkJUnit(t *testing.T, text string, o Options, servers []*Server, problems []Problem) {
	t.Helper()
	var got struct {
		Suites []junitSuite `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(text), &got); err != nil {
		t.Fatalf("%v in\n%.2000s", err, text)
	}
	if len(got.Suites) != len(servers)+1 {
		t.Fatalf("%d suites for %d servers and problems", len(got.Suites), len(servers))
	}
	seen := map[string]bool{}
	for i, s := range got.Suites {
		var results []finding.Result
		if i < len(servers) {
			results = servers[i].Results
		} else {
			for _, p := range problems {
				results = append(results, p.Result)
			}
		}
		if len(s.Cases) != len(results) || s.Tests != len(results) {
			t.Errorf("suite %d says %d and has %d cases for %d results", i, s.Tests, len(s.Cases), len(results))
			continue
		}
		failures, skipped := 0, 0
		for j, c := range s.Cases {
			if name := c.Class + "\n" + c.Name; seen[name] || c.Name == "" || c.Class != s.Name {
				t.Errorf("the name %q is not unique in class %q of suite %q", c.Name, c.Class, s.Name)
			} else {
				seen[name] = true
			}
			r := results[j]
			failed, passed := o.fails(r), r.Outcome == finding.Pass
			left := !failed && !passed && (r.Outcome != finding.Fail || r.Baselined)
			if failed != (c.Failure != nil) || left != (c.Skipped != nil) || !(failed || left || passed) != (c.Output != "") {
				t.Errorf("case %q of a result that is %s %s: failure %v, skipped %v", c.Name, r.Outcome, r.Level, c.Failure, c.Skipped)
			}
			for _, o := range []*junitOutcome{c.Failure, c.Skipped} {
				if o != nil && (o.Message == "" || !strings.HasPrefix(o.Text, o.Message)) {
					t.Errorf("case %q says %.300q in its attribute and %.300q in its text", c.Name, o.Message, o.Text)
				}
			}
			if c.Failure != nil {
				failures++
			}
			if c.Skipped != nil {
				skipped++
			}
		}
		if s.Failures != failures || s.Skipped != skipped || s.Errors != 0 {
			t.Errorf("suite %q counts %d failures, %d skipped, %d errors, and has %d and %d", s.Name, s.Failures, s.Skipped, s.Errors, failures, skipped)
		}
	}
}

// junitKnows are the attributes of each element that the schema of Jenkins's
// xUnit plugin (junit-10.xsd) allows, of those that are of use here. It refuses
// a report with others, such as a file of a testcase.
var junitKnows = map[string][]string{
	"testsuites": {"name", "time", "tests", "failures", "errors"},
	"testsuite":  {"name", "tests", "failures", "errors", "skipped", "time", "timestamp", "id", "package", "file", "url"},
	"testcase":   {"name", "classname", "time", "group"},
	"failure":    {"type", "message"},
	"skipped":    {"type", "message"},
	"system-out": {},
}

func TestJUnitHoldsNothingThatJenkinsRefuses(t *testing.T) {
	o, servers, problems := review(t)
	d := xml.NewDecoder(strings.NewReader(write(t, "junit", o, servers, problems)))
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		known, ok := junitKnows[start.Name.Local]
		if !ok {
			t.Errorf("there is an element %s", start.Name.Local)
		}
		for _, a := range start.Attr {
			if !slices.Contains(known, a.Name.Local) {
				t.Errorf("%s has an attribute %s", start.Name.Local, a.Name.Local)
			}
		}
	}
}

func TestJUnitNamesDiffer(t *testing.T) {
	f := source.NewFile("a.hcl", []byte(lab))
	r := finding.Result{Rule: "a/b", Outcome: finding.Fail, Level: finding.Error, Message: "x", Path: finding.Path{"cpu"}}
	numbered := r
	numbered.Path = finding.Path{"cpu #2"} // as the second of two equal names is called
	s := server(f, "fail", r, r, numbered, r)
	elsewhere := *s
	elsewhere.File = "b.hcl"
	text := write(t, "junit", Options{}, []*Server{s, s, &elsewhere, s}, nil)
	var got struct {
		Suites []struct {
			Name  string `xml:"name,attr"`
			Cases []struct {
				Name string `xml:"name,attr"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range got.Suites {
		names = append(names, s.Name)
	}
	for _, c := range got.Suites[0].Cases {
		names = append(names, c.Name)
	}
	want := []string{"a.hcl: server lab", "a.hcl: server lab #2", "b.hcl: server lab", "a.hcl: server lab",
		"a/b cpu", "a/b cpu #2", `a/b "cpu #2"`, "a/b cpu #3"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
	taken := map[string]int{}
	for _, want := range []string{"x", "x #2", "x #2 #2", "x #3"} {
		asked := strings.TrimSuffix(want, " #2")
		if want == "x #3" {
			asked = "x"
		}
		if got := unique(taken, asked); got != want {
			t.Errorf("%q is called %q, want %q", asked, got, want)
		}
	}
}

func TestXMLFormatsRefuseAResultOfNoLevel(t *testing.T) {
	f := source.NewFile("a.hcl", []byte(lab))
	for _, name := range []string{"junit", "checkstyle", "rdjson", "markdown"} {
		format, err := New(name, &strings.Builder{}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := format.Server(server(f, "fail", finding.Result{Rule: "a/b", Outcome: finding.Fail})); err == nil || !strings.Contains(err.Error(), "a/b") {
			t.Errorf("%s: error is %v", name, err)
		}
		if err := format.Problems([]Problem{{finding.Result{Rule: "a/b", Outcome: finding.Fail}, f}}); err == nil || !strings.Contains(err.Error(), "a/b") {
			t.Errorf("%s: error is %v", name, err)
		}
	}
}
