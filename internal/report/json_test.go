package report

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

func TestJSON(t *testing.T) {
	f := source.NewFile("specs/lab.hcl", []byte(lab))
	full := server(f, "fail", tooSmall(t, f),
		finding.Result{Rule: "budget/split", Outcome: finding.Skipped, Level: finding.Warning, Message: "there is no <budget> & no split", File: f.Path, Path: finding.Path{"workload", "tasks", 0}})
	full.Totals = struct {
		GPUMemory float64 `json:"gpu_memory_bytes"`
	}{171798691840}
	full.Workloads = []map[string]string{{"kind": "tasks", "name": "<b>"}}
	bare := server(f, "pass")
	bare.Workloads = []string(nil)
	syntax := Problem{Result: fault(f, source.Range{}, "the file is not UTF-8")}

	for _, test := range []struct {
		name     string
		golden   string
		o        Options
		servers  []*Server
		problems []Problem
	}{
		{"all results are there, shown or not", "report", Options{ToolVersion: "1.2.3", Effective: "2026-01-02T00:00:00Z"}, []*Server{full, bare}, []Problem{syntax, syntax}},
		{"what is shown to people and in which colour changes nothing", "report", Options{ToolVersion: "1.2.3", Effective: "2026-01-02T00:00:00Z", Color: true, Width: 20, Show: map[finding.Outcome]bool{finding.Pass: true}}, []*Server{full, bare}, []Problem{syntax, syntax}},
		{"no servers make an empty array", "zero_servers", Options{ToolVersion: "1.2.3"}, nil, nil},
		{"problems without servers", "problems", Options{ToolVersion: "1.2.3"}, nil, []Problem{syntax}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := write(t, "json", test.o, test.servers, test.problems)
			var pretty bytes.Buffer
			if err := json.Indent(&pretty, []byte(got), "", "  "); err != nil {
				t.Fatalf("%v in %s", err, got)
			}
			golden(t, test.golden+".json", pretty.String())
			if lines := strings.Count(got, "\n"); lines != 1+len(test.servers)+len(test.problems) {
				t.Errorf("%d lines, want one for each server and problem and one more:\n%s", lines, got)
			}
		})
	}
}

func TestJSONIsValidWithoutACallOfProblems(t *testing.T) {
	var out bytes.Buffer
	f, err := New("json", &out, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if out.Len() > 0 {
		t.Errorf("New wrote %q", out.String())
	}
	if err := f.Close(finding.Summary{Verdict: "pass"}); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"servers", "problems"} {
		if diff := cmp.Diff([]any{}, got[key]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", key, diff)
		}
	}
}

func TestJSONHasTheNumbersOfTheDesign(t *testing.T) {
	// The keys of a summary are a contract with other programs.
	got, err := json.Marshal(finding.Summary{Files: 1, Servers: 2, Errors: 3, Warnings: 4, Notes: 5, Passes: 6, Undecided: 7, Skipped: 8, Waived: 9, Verdict: "fail"})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"files":1,"servers":2,"errors":3,"warnings":4,"notes":5,"passes":6,"undecided":7,"skipped":8,"waived":9,"verdict":"fail"}`
	if string(got) != want {
		t.Errorf("summary is %s, want %s", got, want)
	}
}

func TestJSONRefuses(t *testing.T) {
	for _, test := range []struct {
		name string
		call func(Format) error
		want string
	}{
		{"totals that JSON can't hold", func(f Format) error { return f.Server(&Server{Name: "lab", Totals: math.NaN()}) }, `totals of server "lab"`},
		{"workloads that JSON can't hold", func(f Format) error { return f.Server(&Server{Name: "lab", Workloads: math.Inf(1)}) }, `workloads of server "lab"`},
		{"a result of no level", func(f Format) error {
			return f.Server(&Server{Name: "lab", Results: []finding.Result{{Outcome: finding.Fail}}})
		}, `server "lab"`},
		{"a problem of no level", func(f Format) error {
			return f.Problems([]Problem{{Result: finding.Result{File: "a.hcl"}}})
		}, `problem of "a.hcl"`},
		{"a server behind the problems", func(f Format) error {
			if err := f.Problems(nil); err != nil {
				return err
			}
			return f.Server(&Server{Name: "lab"})
		}, "servers must come before problems"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := New("json", &bytes.Buffer{}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := test.call(f); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is %v, want %q in it", err, test.want)
			}
		})
	}
}
