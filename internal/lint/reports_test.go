package lint

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/policies"
)

var update = flag.Bool("update", false, "rewrite the results in the README.md of the reports")

// outcome is how an expectation was met.
type outcome string

const (
	met   outcome = "met"   // what must fire fires, what must not does not
	unmet outcome = "unmet" // a miss or a false alarm
	open  outcome = "open"  // undecided
)

// judged is an expectation and how one profile met it on one server.
type judged struct {
	report report
	server string
	expectation
	outcome outcome
	message string // of the result that says so, if one does
}

// key is how known.json names it.
func (j judged) key() string { return strings.ToLower(j.report.ID) + " " + j.rules() }

// judge holds the results of a server against what is expected of it.
func (e expectation) judge(results []finding.Result) (outcome, string) {
	undecided := ""
	for _, at := range e.any {
		for _, r := range results {
			switch {
			case r.Rule != at.rule || r.Level < at.level:
			case r.Outcome == finding.Fail && e.not:
				return unmet, r.Message
			case r.Outcome == finding.Fail:
				return met, r.Message
			case r.Outcome == finding.Undecided:
				undecided = r.Message
			}
		}
	}
	switch {
	case undecided != "":
		return open, undecided
	case e.not:
		return met, ""
	}
	return unmet, "it does not fire"
}

// judgeReports lints all reports under a profile.
func judgeReports(t *testing.T, specs []report, profile string) []judged {
	t.Helper()
	bundle, err := policy.Load(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	l := newLinter(t, profile, Options{})
	var out []judged
	for _, r := range specs {
		got, all := results(t, l, r.path)
		for _, f := range all {
			if strings.HasPrefix(f.Rule, "spec/") {
				t.Errorf("%s:%d: %s  [%s]", r.path, f.Range.Start.Line, f.Message, f.Rule)
			}
		}
		for _, e := range r.expects {
			for _, at := range e.any {
				if bundle.Rule(at.rule) == nil {
					t.Errorf("%s: no rule is %q", r.path, at.rule)
				}
			}
			before := len(out)
			for _, s := range got.Servers {
				if e.server == "" || e.server == s.Name {
					o, message := e.judge(s.Results)
					out = append(out, judged{r, s.Name, e, o, message})
				}
			}
			if len(out) == before {
				t.Errorf("%s: no server is %q", r.path, e.server)
			}
		}
	}
	return out
}

// Public reports of builds that failed or worked say what the rules are good for.
// Those that the rules get wrong are in known.json, each with the reason.
func TestReportsFireAsTheyShould(t *testing.T) {
	_, specs, leftOut := reports(t)
	var reasons map[string]string
	readReportsFile(t, filepath.Join(reportsDir, "known.json"), &reasons)
	practice, article := judgeReports(t, specs, "practice"), judgeReports(t, specs, policy.ArticleProfile)

	if n := len(practice); len(reasons)*20 > n {
		t.Errorf("known.json excuses %d of %d expectations: more than 5 %%", len(reasons), n)
	}
	used := map[string]bool{}
	for _, j := range practice {
		switch {
		case j.outcome != unmet:
		case reasons[j.key()] == "":
			t.Errorf("%s, server %q (%s): %s: %s; mend the rule, or add %q to known.json with the reason",
				j.report.path, j.server, j.report.Confidence, j.expectation, j.message, j.key())
		default:
			used[j.key()] = true
		}
	}
	for key := range reasons {
		if !used[key] {
			t.Errorf("known.json: %q is not needed any more", key)
		}
	}

	text := reportTables(specs, practice, article, reasons, leftOut)
	t.Logf("\n%s", text)
	checkReadme(t, text)
}

const reportsBegin, reportsEnd = "<!-- results -->\n", "<!-- /results -->"

// checkReadme holds the README of the reports against what came out, or writes it.
func checkReadme(t *testing.T, text string) {
	t.Helper()
	file := filepath.Join(reportsDir, "README.md")
	page, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, opened := strings.Cut(string(page), reportsBegin)
	shown, after, closed := strings.Cut(rest, reportsEnd)
	switch {
	case !opened || !closed:
		t.Fatalf("%s lacks the marks %q and %q", file, reportsBegin, reportsEnd)
	case *update:
		if err := os.WriteFile(file, []byte(before+reportsBegin+text+reportsEnd+after), 0o644); err != nil {
			t.Fatal(err)
		}
	case shown != text:
		t.Errorf("%s is stale, run go test ./internal/lint -run Reports -update", file)
	}
}

// tally counts how expectations were met.
type tally map[bool]map[outcome]int

func (c tally) add(j judged) {
	if c[j.not] == nil {
		c[j.not] = map[outcome]int{}
	}
	c[j.not][j.outcome]++
}

func (c tally) row(name string) string {
	must, mustNot := c[false], c[true]
	return fmt.Sprintf("| %s | %d | %d | %d | %d | %d | %d |\n", name, must[met], must[unmet], must[open], mustNot[met], mustNot[unmet], mustNot[open])
}

// share is how many of the decided are met, and how many are left undecided.
func (c tally) share(not bool) string {
	n, decided := c[not][met], c[not][met]+c[not][unmet]
	if decided == 0 {
		return "none is decided"
	}
	return fmt.Sprintf("%d of %d that are decided (%.1f %%), %d undecided", n, decided, 100*float64(n)/float64(decided), c[not][open])
}
