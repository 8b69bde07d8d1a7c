package lint

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/policy"
)

// inMemory is a file that holds text.
func inMemory(path, text string) File {
	return File{Path: path, Named: true, Read: func() ([]byte, error) { return []byte(text), nil }}
}

const sound = "server %q {\n  platform = \"nvidia-dgx-h100\"\n}\n"

// The order of the results is that of the files, whoever did the work.
func TestResultsDoNotHangOnTheWorkers(t *testing.T) {
	var files []File
	for i := range 60 {
		text := fmt.Sprintf(sound, fmt.Sprintf("s%d", i))
		switch i % 4 {
		case 1:
			text = "server \"x\" {\n  platform = \"nvidia-dgx-h100\"\n  nodes = 0\n  nodse = 1\n}\n"
		case 2:
			text = "server \"x\" {\n"
		case 3:
			text = "server \"x\" {\n  gpu {\n    model = \"A100\"\n    count = 4\n  }\n  cpu { model = \"amd-epyc-7543\" }\n  memory { capacity = \"128GB\" }\n}\n"
		}
		files = append(files, inMemory(fmt.Sprintf("%03d.hcl", i), text))
	}
	run := func(workers int) string {
		var out strings.Builder
		enc := json.NewEncoder(&out)
		summary, err := newLinter(t, "", Options{Workers: workers}).Run(t.Context(), files, func(r *Result) error {
			return errors.Join(enc.Encode(r.File), enc.Encode(r.Problems), enc.Encode(r.Servers))
		})
		if err != nil {
			t.Fatal(err)
		}
		if summary.Files != 60 || summary.Servers != 45 || summary.Verdict != Fail {
			t.Errorf("the summary is %+v", summary)
		}
		return out.String()
	}
	one := run(1)
	for _, workers := range []int{2, 8} {
		if diff := cmp.Diff(one, run(workers)); diff != "" {
			t.Errorf("%d workers differ from one:\n%s", workers, diff)
		}
	}
}

// What goes wrong in one file, even a defect of rackvet, costs that file alone.
func TestAFileThatCannotBeJudgedCostsItself(t *testing.T) {
	files := []File{
		inMemory("a.hcl", fmt.Sprintf(sound, "a")),
		{Path: "b.hcl", Named: true, Read: func() ([]byte, error) { panic("a defect") }},
		{Path: "c.hcl", Named: true, Read: func() ([]byte, error) { return nil, os.ErrPermission }},
		inMemory("d.hcl", fmt.Sprintf(sound, "d")),
	}
	var got []string
	_, err := newLinter(t, "", Options{}).Run(t.Context(), files, func(r *Result) error {
		for _, s := range r.Servers {
			got = append(got, s.Name+" "+s.Verdict)
		}
		for _, p := range r.Problems {
			got = append(got, p.Message)
		}
		return nil
	})
	if diff := cmp.Diff([]string{"a pass", "the file can't be read: permission denied", "d pass"}, got); diff != "" {
		t.Error(diff)
	}
	if err == nil || !strings.Contains(err.Error(), "b.hcl: rackvet stumbled, which is a defect of rackvet: a defect") {
		t.Errorf("the error is %v", err)
	}
}

func TestRunEndsWhenItIsToldTo(t *testing.T) {
	before := runtime.NumGoroutine()
	var files []File
	for i := range 100 {
		files = append(files, inMemory(fmt.Sprintf("%03d.hcl", i), fmt.Sprintf(sound, "a")))
	}
	l := newLinter(t, "", Options{})
	full := errors.New("the disk is full")
	if _, err := l.Run(t.Context(), files, func(*Result) error { return full }); !errors.Is(err, full) {
		t.Errorf("an error of emit gives %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Run(ctx, files, func(*Result) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run gives %v", err)
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines are left, %d were there before", runtime.NumGoroutine(), before)
}

// A rule that says nothing, or can't be evaluated, is an error with its name;
// the other rules' results stay.
func TestBrokenRulesAreNamed(t *testing.T) {
	bundle, err := policy.Load(rules(map[string]string{
		"good/rule":   "results contains {\"outcome\": \"pass\", \"level\": \"error\", \"path\": [\"memory\", \"capacity\"]}\n",
		"bad/silent":  "results contains {\"outcome\": \"pass\", \"level\": \"error\", \"path\": []} if {\n\tinput.server.nodes > 1000\n}\n",
		"bad/divides": "results contains {\"outcome\": \"pass\", \"level\": \"error\", \"path\": []} if {\n\t1 / (input.server.nodes - 1) > 0\n}\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	e, err := policy.NewEngine(bundle, policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := catalog.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	var all []finding.Result
	_, err = New(c, e, Options{}).Run(t.Context(), []File{inMemory("a.hcl", fmt.Sprintf(sound, "a"))}, func(r *Result) error {
		all = append(all, r.Servers[0].Results...)
		return nil
	})
	if err == nil || !strings.Contains(err.Error(), "bad/silent") || !strings.Contains(err.Error(), "bad/divides") || !strings.Contains(err.Error(), `a.hcl: server "a"`) {
		t.Errorf("the error is %v", err)
	}
	if len(all) != 1 || all[0].Rule != "good/rule" || all[0].Range.Start.Line != 2 {
		t.Errorf("the results are %+v", all)
	}
}

// rules is a bundle of rules given by id as their bodies.
func rules(bodies map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{
		"rackvet/main/main.rego":     {Data: []byte("package rackvet.main\n\nresults[id] := found if {\n\tsome category, name\n\tfound := data.rackvet.rules[category][name].results\n\tid := concat(\"/\", [category, name])\n}\n")},
		"rackvet/params/data.json":   {Data: []byte("{}")},
		"rackvet/profiles/data.json": {Data: []byte("{}")},
	}
	for id, body := range bodies {
		category, name, _ := strings.Cut(id, "/")
		text := "# METADATA\n# title: A rule\n# description: Says something.\n# related_resources:\n# - description: a book\n#   ref: https://example.org/book\n# custom:\n#   levels: [error]\n#   since: 0.1.0\n#   applies_to: all servers\n#   messages:\n#     pass: fine\n#     fail: bad\n"
		text += fmt.Sprintf("package rackvet.rules.%s[%q]\n\n%s", category, name, body)
		fsys["rackvet/rules/"+id+"/"+name+".rego"] = &fstest.MapFile{Data: []byte(text)}
		fsys["rackvet/rules/"+id+"/README.md"] = &fstest.MapFile{Data: []byte("# A rule\n")}
	}
	return fsys
}
