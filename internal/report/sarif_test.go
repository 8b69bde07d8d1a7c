package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

func TestSarif(t *testing.T) {
	o, servers, problems := review(t)
	all := o
	all.All = true
	for _, test := range []struct {
		name     string
		golden   string
		o        Options
		servers  []*Server
		problems []Problem
	}{
		{"what failed or has no answer, worst first", "review", o, servers, problems},
		{"accepted results on request, with who accepted them", "review_all", all, servers, problems},
		{"a clean run has an empty array of results", "clean", Options{ToolVersion: "1.2.3"}, servers[1:2], nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := write(t, "sarif", test.o, test.servers, test.problems)
			checkSarif(t, got)
			var pretty bytes.Buffer
			if err := json.Indent(&pretty, []byte(got), "", "  "); err != nil {
				t.Fatalf("%v in %s", err, got)
			}
			golden(t, test.golden+".sarif", pretty.String())
		})
	}
}

// sarifLog is what the tests look at.
type sarifLog struct {
	Runs []struct {
		sarifRun
		Results []sarifResult `json:"results"`
	} `json:"runs"`
}

// schemaFaults is what the standard's schema has against a log.
func schemaFaults(t *testing.T, text string) any {
	t.Helper()
	schema, err := os.ReadFile("testdata/sarif-schema/sarif-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	// OPA's validator knows older drafts only. The schema uses nothing newer.
	schema = bytes.Replace(schema, []byte("https://json-schema.org/draft/2020-12/schema"), []byte("http://json-schema.org/draft-07/schema"), 1)
	input := ast.NewObject([2]*ast.Term{ast.StringTerm("log"), ast.StringTerm(text)}, [2]*ast.Term{ast.StringTerm("schema"), ast.StringTerm(string(schema))})
	results, err := rego.New(rego.Query("out := json.match_schema(input.log, input.schema)"), rego.ParsedInput(input), rego.StrictBuiltinErrors(true)).Eval(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := results[0].Bindings["out"].([]any)
	if out[0] == true {
		return nil
	}
	return out[1]
}

func TestSchemaRefuses(t *testing.T) {
	// A validator that passes everything would go unseen.
	for name, text := range map[string]string{
		"another version":           `{"version":"2.0.0","runs":[]}`,
		"a run without a tool":      `{"version":"2.1.0","runs":[{"results":[]}]}`,
		"an invented property":      `{"version":"2.1.0","runs":[],"mine":1}`,
		"a line that counts from 0": `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{"message":{"text":"x"},"locations":[{"physicalLocation":{"region":{"startLine":0}}}]}]}]}`,
		"an address with blanks":    `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x","informationUri":"a b"}}}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			if schemaFaults(t, text) == nil {
				t.Errorf("%s is found good", text)
			}
		})
	}
}

// checkSarif holds a log against the schema and against what the schema can't
// say, and reads it.
func checkSarif(t *testing.T, text string) sarifLog {
	t.Helper()
	if faults := schemaFaults(t, text); faults != nil {
		t.Errorf("the schema refuses it: %v", faults)
	}
	var log sarifLog
	if err := json.Unmarshal([]byte(text), &log); err != nil {
		t.Fatal(err)
	}
	if len(log.Runs) != 1 || log.Runs[0].Results == nil || log.Runs[0].Tool.Driver.Rules == nil {
		t.Fatalf("it has not one run with results and rules: %s", text)
	}
	run := log.Runs[0]
	last := finding.Error
	for i, r := range run.Results {
		if r.RuleIndex != nil && run.Tool.Driver.Rules[*r.RuleIndex].ID != r.RuleID {
			t.Errorf("rule %d of result %d is not %s", *r.RuleIndex, i, r.RuleID)
		}
		if r.Level > last {
			t.Errorf("result %d is worse than the one before", i)
		}
		last = r.Level
		if len(r.Locations) != 1 {
			t.Errorf("result %d has %d places", i, len(r.Locations))
		}
		if (r.BaselineState == "") != (run.Results[0].BaselineState == "") {
			t.Errorf("some results have a baseline state, and result %d differs", i)
		}
		if _, err := url.Parse(r.Locations[0].Physical.Artifact.URI); err != nil {
			t.Error(err)
		}
	}
	for _, r := range run.Tool.Driver.Rules {
		for _, m := range []sarifMessage{r.Short, r.Full, r.Help} {
			if m.Text == "" {
				t.Errorf("a text of rule %s is empty", r.ID)
			}
		}
	}
	return log
}

func TestSarifOfHostileSpec(t *testing.T) {
	o, servers, problems := hostileReview()
	got := write(t, "sarif", o, servers, problems)
	checkHarmless(t, got)
	run := checkSarif(t, got).Runs[0]
	if len(run.Results) != 8 || len(run.Invocations) != 1 || len(run.Invocations[0].Notes) != 1 {
		t.Errorf("%d results and %v, want 8 and a note of the one that is nowhere", len(run.Results), run.Invocations)
	}
	if len(got) > 200_000 {
		t.Errorf("a megabyte in a spec makes %d bytes", len(got))
	}
	for i, r := range run.Results {
		for _, m := range []string{"](", "{0}"} {
			if strings.Contains(strings.ReplaceAll(strings.ReplaceAll(r.Message.Text, `\](`, ""), "{{0}}", ""), m) {
				t.Errorf("SARIF would read %s in the message of result %d: %s", m, i, r.Message.Text)
			}
		}
		if region := r.Locations[0].Physical.Region; region == nil || region.StartLine < 1 || region.StartColumn < 1 || region.EndLine < region.StartLine {
			t.Errorf("result %d is at %+v", i, region)
		}
		for _, fix := range r.Fixes {
			if text := fix.Changes[0].Replacements[0].Inserted.Text; text != strings.ToValidUTF8(hostileText, "\ufffd") {
				t.Errorf("a fix would write %q", text)
			}
		}
	}
}

func TestSarifKeepsTheWorst(t *testing.T) {
	f := source.NewFile("a.hcl", []byte("a\n"))
	var results []finding.Result
	for i, l := range []finding.Level{finding.Note, finding.Warning, finding.Error, finding.Warning, finding.Note, finding.Error} {
		results = append(results, finding.Result{Rule: "x/y", Outcome: finding.Fail, Level: l, Message: fmt.Sprint(i), File: f.Path, Range: f.Range(0, 1)})
	}
	var out bytes.Buffer
	s := newSarif(&out, Options{}).(*sarifFormat)
	s.most = 3
	if err := errors.Join(s.Server(server(f, "fail", results[:3]...)), s.Server(server(f, "fail", results[3:]...)), s.Problems(nil), s.Close(finding.Summary{})); err != nil {
		t.Fatal(err)
	}
	run := checkSarif(t, out.String()).Runs[0]
	var got []string
	for _, r := range run.Results {
		got = append(got, r.Message.Text)
	}
	if diff := cmp.Diff([]string{"2.", "5.", "1."}, got); diff != "" {
		t.Errorf("results (-want +got):\n%s", diff)
	}
	if want := "3 results left out: a run holds 3 at most, and these are the mildest and last"; len(run.Invocations) != 1 || run.Invocations[0].Notes[0].Message.Text != want {
		t.Errorf("the notes are %+v, want %s", run.Invocations, want)
	}
}

func TestSarifOfMoreRulesThanFit(t *testing.T) {
	f := source.NewFile("a.hcl", []byte("a\n"))
	o := Options{Rules: []Rule{{ID: "many/a"}, {ID: "many/b"}, {ID: "many/c"}}}
	result := finding.Result{Rule: "many/c", Outcome: finding.Fail, Level: finding.Error, Message: "m", File: f.Path}
	var out bytes.Buffer
	s := newSarif(&out, o).(*sarifFormat)
	s.mostRules = 2
	if err := errors.Join(s.Server(server(f, "fail", result)), s.Close(finding.Summary{})); err != nil {
		t.Fatal(err)
	}
	run := checkSarif(t, out.String()).Runs[0]
	if len(run.Tool.Driver.Rules) != 2 || run.Results[0].RuleIndex != nil || run.Invocations[0].Notes[0].Message.Text != "1 rule left out: a run holds 2 at most" {
		t.Errorf("%d rules, the index %v and the notes %+v", len(run.Tool.Driver.Rules), run.Results[0].RuleIndex, run.Invocations)
	}
}

func TestSarifPlaces(t *testing.T) {
	for file, want := range map[string]sarifArtifact{
		"specs/a.hcl":        {"specs/a.hcl", "%SRCROOT%"},
		"./specs/../a b.hcl": {"a%20b.hcl", "%SRCROOT%"},
		"a:b/c#d?e%f.hcl":    {"a%3Ab/c%23d%3Fe%25f.hcl", "%SRCROOT%"},
		"/tmp/a b.hcl":       {"file:///tmp/a%20b.hcl", ""},
		"C:/specs/a b.hcl":   {"file:///C:/specs/a%20b.hcl", ""},
	} {
		if got := artifact(Options{}.spot(source.Range{}, file).file); got != want {
			t.Errorf("%s is %v, want %v", file, got, want)
		}
	}
}

func TestSarifFixes(t *testing.T) {
	f := source.NewFile("a.hcl", []byte(lab))
	r := tooSmall(t, f)
	for _, test := range []struct {
		name  string
		fixes []finding.Fix
		want  int // replacements
	}{
		{"no edits are no fix", nil, 0},
		{"edits belong together", []finding.Fix{fix(nil, "1", at(t, f, "4"), "1"), fix(nil, "2", f.Range(3, 3), "x = 2\n")}, 2},
		{"half a fix is none", []finding.Fix{fix(nil, "1", at(t, f, "4"), "1"), {Path: finding.Path{"a"}, Value: "2"}}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			r.Fixes = test.fixes
			run := checkSarif(t, write(t, "sarif", Options{}, []*Server{server(f, "fail", r)}, nil)).Runs[0]
			got := 0
			for _, fix := range run.Results[0].Fixes {
				for _, c := range fix.Changes {
					got += len(c.Replacements)
				}
			}
			if got != test.want || len(run.Results[0].Fixes) > 1 {
				t.Errorf("%d replacements in %d fixes, want %d in one", got, len(run.Results[0].Fixes), test.want)
			}
		})
	}
}
