package enrich

import (
	"fmt"
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
