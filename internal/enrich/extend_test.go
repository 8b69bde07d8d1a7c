package enrich

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/internal/validate"
)

// extend gives all faults of a text, those of its values among them.
func extend(t *testing.T, text string, o document.Options) []string {
	t.Helper()
	builtin, err := catalog.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	checker, err := validate.New()
	if err != nil {
		t.Fatal(err)
	}
	d := document.Read(source.NewFile("a.hcl", []byte(text)), o)
	faults := append(d.Faults, checker.Document(d)...)
	_, more := Extend(builtin, d)
	faults = append(faults, more...)
	finding.Sort(faults)
	var told []string
	for _, f := range faults {
		told = append(told, fmt.Sprintf("%s:%d:%d %s %s", f.File, f.Range.Start.Line, f.Range.Start.Column, f.Server, f.Message))
	}
	return told
}

// What is wrong with a part or a model is one fault, where it is wrong, and one of each
// server that is made of it.
func TestWhatIsDescribedWronglyIsToldOnce(t *testing.T) {
	parts := "part \"cpu\" \"zz\" {\n  models = [\"epyc 7??3\"]\n  cores = [7543]\n}\nmodel \"m\" {\n  parameters = \"8B\"\n}\n"
	workload := "  workload \"inference\" \"i\" {\n    model = \"m\"\n  }\n"
	gpu := "model = \"nvidia-l40s\"\ncount = 1"
	want := []string{
		"a.hcl:3:11  cores is a list of 1 and must be an object, each member a whole number from 1 to 4096",
		`a.hcl:6:16  parameters is "8B" and must be a whole number from 1 to 100000000000000`,
		`a.hcl:14:13 a model "amd-epyc-7543" is described wrongly`,
		`a.hcl:21:13 a model "m" is described wrongly`,
	}
	if diff := cmp.Diff(want, extend(t, parts+build(gpu, workload), document.Options{})); diff != "" {
		t.Errorf("the faults differ (-want +got):\n%s", diff)
	}
	open := func(string) (*source.File, error) { return source.NewFile("b.hcl", []byte(parts)), nil }
	want = []string{
		`a.hcl:8:13 a model "amd-epyc-7543" is described wrongly`,
		`a.hcl:15:13 a model "m" is described wrongly`,
		"b.hcl:3:11  cores is a list of 1 and must be an object, each member a whole number from 1 to 4096",
		`b.hcl:6:16  parameters is "8B" and must be a whole number from 1 to 100000000000000`,
	}
	if diff := cmp.Diff(want, extend(t, "include = [\"b.hcl\"]\n"+build(gpu, workload), document.Options{Open: open})); diff != "" {
		t.Errorf("the faults of an included file differ (-want +got):\n%s", diff)
	}
	// The schema knows no patterns; a value that has none is told where it is defined.
	want = []string{`a.hcl:2:12  models: "[" is no pattern`}
	if diff := cmp.Diff(want, extend(t, "part \"cpu\" \"zz\" {\n  models = [\"[\"]\n}\n", document.Options{})); diff != "" {
		t.Errorf("the faults of a pattern differ (-want +got):\n%s", diff)
	}
	want = []string{`a.hcl:1:1  variable "n" has no value`, `a.hcl:16:13 a model "m" is described wrongly`}
	if diff := cmp.Diff(want, extend(t, "variable \"n\" {}\nmodel \"m\" { parameters = var.n }\n"+build(gpu, workload), document.Options{})); diff != "" {
		t.Errorf("the faults of a variable differ (-want +got):\n%s", diff)
	}
}

// Look-ups take ids for one name that differ in case alone.
func TestIdsThatDifferInCaseAreOne(t *testing.T) {
	got := extend(t, "part \"gpu\" \"acme-1\" { memory = \"8GB\" }\npart \"gpu\" \"ACME 1\" { memory = \"16GB\" }\npart \"cpu\" \"acme-1\" {}\n", document.Options{})
	if diff := cmp.Diff([]string{`a.hcl:2:1  part "gpu" "ACME 1" is written twice`}, got); diff != "" {
		t.Errorf("the faults differ (-want +got):\n%s", diff)
	}
}

func TestFiguresThatCanNotBeMoreThanAnother(t *testing.T) {
	for text, want := range map[string]string{
		"part \"gpu\" \"x\" {\n  memory = \"40GB\"\n  reported_memory = \"48GB\"\n}\n":     "a.hcl:3:21  reported_memory is 48GB, and can't be more than memory, which is 40GB",
		"part \"cpu\" \"x\" {\n  tdp = \"200W\"\n  tdp_least = \"1kW\"\n}\n":               "a.hcl:3:15  tdp_least is 1kW, and can't be more than tdp, which is 200W",
		"model \"m\" {\n  heads = 8\n  kv_heads = 16\n}\n":                                 "a.hcl:3:14  kv_heads is 16, and can't be more than heads, which is 8",
		"model \"m\" {\n  parameters = 8\n  active_parameters = 9\n}\n":                    "a.hcl:3:23  active_parameters is 9, and can't be more than parameters, which is 8",
		"model \"m\" {\n  layers = 8\n  attention_layers = 9\n}\n":                         "a.hcl:3:22  attention_layers is 9, and can't be more than layers, which is 8",
		"model \"m\" {\n  experts {\n    count = 8\n    active = 9\n  }\n}\n":              "a.hcl:4:14  experts.active is 9, and can't be more than experts.count, which is 8",
		"model \"m\" {\n  heads = 8\n  kv_heads = 8\n  experts {\n    count = 8\n  }\n}\n": "",
	} {
		got := strings.Join(extend(t, text, document.Options{}), "\n")
		if got != want {
			t.Errorf("%s gives\n%s, want\n%s", text, got, want)
		}
	}
}
