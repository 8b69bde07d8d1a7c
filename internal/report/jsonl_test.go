package report

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/finding"
)

func TestJSONLines(t *testing.T) {
	o, servers, problems := review(t)
	servers[0].Totals = map[string]float64{"gpu_memory_bytes": 171798691840}
	servers[0].Workloads = []map[string]string{{"kind": "tasks", "name": "<b>"}}
	got := write(t, "jsonl", o, servers, problems)
	golden(t, "review.jsonl", got)

	// Together the lines say what the format json says.
	var want struct {
		Servers []struct {
			Results []json.RawMessage
		}
		Problems []json.RawMessage
		Summary  json.RawMessage
	}
	if err := json.Unmarshal([]byte(write(t, "json", o, servers, problems)), &want); err != nil {
		t.Fatal(err)
	}
	lines := []string{"run"}
	for _, s := range want.Servers {
		lines = append(lines, "server")
		for _, r := range s.Results {
			lines = append(lines, "result "+string(r))
		}
	}
	for _, p := range want.Problems {
		lines = append(lines, "problem "+string(p))
	}
	lines = append(lines, "summary "+string(want.Summary))
	var told []string
	for line := range strings.Lines(got) {
		line = strings.TrimPrefix(strings.TrimSpace(line), `{"type":"`)
		kind, rest, _ := strings.Cut(line, `",`)
		if kind == "run" || kind == "server" {
			rest = "" // json puts these fields elsewhere
		} else {
			rest = " {" + rest
		}
		told = append(told, kind+rest)
	}
	if diff := cmp.Diff(lines, told); diff != "" {
		t.Errorf("json and jsonl differ (-json +jsonl):\n%s", diff)
	}
}

func TestJSONLinesWithoutServersAreComplete(t *testing.T) {
	got := write(t, "jsonl", Options{ToolVersion: "1.2.3"}, nil, nil)
	want := `{"type":"run","schema":"rackvet/report-lines/v1","tool":{"name":"rackvet","version":"1.2.3"}}
{"type":"summary","files":0,"servers":0,"errors":0,"warnings":0,"notes":0,"passes":0,"undecided":0,"skipped":0,"waived":0,"verdict":"pass"}
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("lines (-want +got):\n%s", diff)
	}
}

func TestJSONLinesOfHostileSpec(t *testing.T) {
	o, servers, problems := hostileReview()
	got := write(t, "jsonl", o, servers, problems)
	checkHarmless(t, got)
	n := 0
	for line := range strings.Lines(got) {
		n++
		var fields struct{ Type string }
		if err := json.Unmarshal([]byte(line), &fields); err != nil || fields.Type == "" {
			t.Errorf("line %d has type %q and error %v", n, fields.Type, err)
		}
	}
	if want := 2 + len(servers) + len(servers[0].Results) + len(problems); n != want {
		t.Errorf("%d lines, want %d", n, want)
	}
}

func TestJSONLinesRefuse(t *testing.T) {
	for _, test := range []struct {
		name string
		call func(Format) error
		want string
	}{
		{"totals that JSON can't hold", func(f Format) error { return f.Server(&Server{Name: "lab", Totals: math.NaN()}) }, `totals of server "lab"`},
		{"workloads that JSON can't hold", func(f Format) error { return f.Server(&Server{Name: "lab", Workloads: math.Inf(1)}) }, `workloads of server "lab"`},
		{"a result of no level", func(f Format) error {
			return f.Server(&Server{Name: "lab", Results: []finding.Result{{Rule: "a/b", Outcome: finding.Fail}}})
		}, `a/b of server "lab"`},
		{"a problem of no level", func(f Format) error {
			return f.Problems([]Problem{{Result: finding.Result{File: "a.hcl"}}})
		}, `problem of "a.hcl"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			f, err := New("jsonl", &bytes.Buffer{}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if err := test.call(f); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error is %v, want %q in it", err, test.want)
			}
		})
	}
}

func TestJSONLinesAreDocumentedFieldByField(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "jsonl.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	doc := ""
	for _, d := range file.Decls {
		if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.TYPE && g.Specs[0].(*ast.TypeSpec).Name.Name == "jsonlFormat" {
			doc = g.Doc.Text()
		}
	}
	for _, line := range []any{runLine{}, serverLine{}, resultLine{}, summaryLine{}} {
		for _, name := range fieldNames(reflect.TypeOf(line)) {
			if !regexp.MustCompile(`\b` + name + `\b`).MatchString(doc) {
				t.Errorf("the comment on jsonlFormat does not mention %s of %T", name, line)
			}
		}
	}
}

// fieldNames are the names of JSON that t's fields have, at any depth.
func fieldNames(t reflect.Type) []string {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice:
		return fieldNames(t.Elem())
	case reflect.Struct:
		var names []string
		for i := range t.NumField() {
			f := t.Field(i)
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
				names = append(names, name)
			}
			names = append(names, fieldNames(f.Type)...)
		}
		return names
	}
	return nil
}
