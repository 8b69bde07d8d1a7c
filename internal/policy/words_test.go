package policy

import (
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

func TestFaultsOfTypesAreWords(t *testing.T) {
	for _, tc := range []struct {
		name, body, want string
		column           int
	}{
		{"a field that is not there", "x := input.gpus", "input has no gpus; did you mean gpu? it has gpu, ratio, workloads", 12},
		{"one like no other", "x := input.colour", "input has no colour; it has gpu, ratio, workloads", 12},
		{"one further in", "x := input.gpu.cuont", "input.gpu has no cuont; did you mean count? it has count, id", 16},
		{"one in brackets", `x := input["gpus"].id`, "input has no gpus; did you mean gpu? it has gpu, ratio, workloads", 12},
		{"one of an element", "x contains w.knid if some w in input.workloads", "w has no knid; did you mean kind? it has gpu, kind, path", 14},
		{"a field of a list", "x := input.workloads.kind", "input.workloads is a list, and has no kind: its elements may", 22},
		{"a field of a number", "x := input.ratio.value", "input.ratio is a number, and has no fields", 18},
		{"a wrong argument", "x := lower(input.ratio)", "lower takes a text, and gets a number", 6},
		{"several arguments", "x := startswith(input.ratio, \"a\")", "startswith takes ", 6},
		{"what can't be equal", `x if input.ratio == "a"`, "the two sides can never be equal: one is a number, the other a text", 6},
		{"a function that is none", "x := input.ratio\n\ny := x(1)", "rego_type_error: function data.a.x has arity 0, got 1 argument", 6},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m, err := ast.ParseModuleWithOpts("a.rego", "# METADATA\n# schemas: [{input: schema.input}]\npackage a\n\n"+tc.body, ast.ParserOptions{ProcessAnnotation: true, RegoVersion: ast.RegoV1})
			if err != nil {
				t.Fatal(err)
			}
			_, err = compileTyped(map[string]*ast.Module{"a.rego": m}, []byte(inputSchema))
			faults, rest := Faults(err)
			if len(faults) != 1 || len(rest) > 0 {
				t.Fatalf("faults %v, rest %v", faults, rest)
			}
			if f := faults[0]; !strings.HasPrefix(f.Text, tc.want) || f.Column != tc.column {
				t.Errorf("column %d: %s\nwant %d: %s", f.Column, f.Text, tc.column, tc.want)
			}
		})
	}
}

func TestSplitID(t *testing.T) {
	for _, tc := range []struct{ id, want string }{
		{"power/gpu-watts", "power gpu_watts"},
		{"a2/b2-c", "a2 b2_c"},
		{"power", "is no id"},
		{"power/", "is no id"},
		{"/x", "is no id"},
		{"a/b/c", "is no id"},
		{"../x", "is no id"},
		{"a/B", "is no id"},
		{"a/b_c", "is no id"},
		{"a/2b", "is no id"},
		{"a/b-", "is no id"},
		{"a/test", "_test.rego are tests"},
		{"a/b-test", "_test.rego are tests"},
		{"a/contest", "a contest"},
	} {
		category, name, err := SplitID(tc.id)
		got := category + " " + FileOf(name)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, tc.want) {
			t.Errorf("%q is %q, want %q", tc.id, got, tc.want)
		}
	}
}

func TestRunsPutLinesTogether(t *testing.T) {
	for _, tc := range []struct {
		name  string
		lines []int
		want  [][2]int
	}{
		{"none", nil, nil},
		{"one", []int{3}, [][2]int{{3, 3}}},
		{"several", []int{3, 4, 5, 7, 9, 10}, [][2]int{{3, 5}, {7, 7}, {9, 10}}},
	} {
		lines := map[int]bool{}
		for _, n := range tc.lines {
			lines[n] = true
		}
		got := runs(lines)
		if len(got) != len(tc.want) {
			t.Errorf("%s: %v", tc.name, got)
			continue
		}
		for i := range got {
			if got[i] != tc.want[i] {
				t.Errorf("%s: %v", tc.name, got)
			}
		}
	}
}

func TestWithinFindsWhatIsContained(t *testing.T) {
	in := within(map[Stretch]bool{{1, 1, 9, 9}: true, {3, 1, 3, 5}: true, {20, 1, 20, 9}: true})
	for s, want := range map[Stretch]bool{
		{1, 1, 9, 9}: true, {2, 1, 2, 9}: true, {4, 1, 8, 1}: true, {9, 1, 9, 9}: true, {9, 1, 9, 10}: false,
		{20, 1, 20, 9}: true, {20, 2, 20, 3}: true, {20, 2, 21, 1}: false, {19, 1, 20, 9}: false, {1, 0, 1, 5}: false,
	} {
		if in(s) != want {
			t.Errorf("%v: %t", s, !want)
		}
	}
	if within(nil)(Stretch{1, 1, 1, 2}) {
		t.Error("nothing contains something")
	}
}
