package cli

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"github.com/open-policy-agent/opa/v1/rego"

	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/source"
)

// printed is what rackvet schema prints.
func printed(t *testing.T, flag string) []byte {
	t.Helper()
	code, out, errs := rackvet("schema", flag)
	if code != ExitPass {
		t.Fatalf("schema %s exits with %d: %s", flag, code, errs)
	}
	return []byte(out)
}

// plainSpecs are the specs that people copy and the rules' examples, as JSON has
// them, by path.
func plainSpecs(t *testing.T) map[string][]byte {
	t.Helper()
	specs := map[string][]byte{}
	for _, top := range []string{"../../specs", "../../policies/rackvet/rules"} {
		err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".hcl") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil || !document.HasRootBlock(text) {
				return err
			}
			doc := document.Read(source.NewFile(path, text), document.Options{Open: func(name string) (*source.File, error) {
				tree, err := source.TreeOf(path)
				if err != nil {
					return nil, err
				}
				return tree.Open(name, document.MaxSize)
			}})
			if len(doc.Faults) > 0 {
				t.Errorf("%s: %s", path, doc.Faults[0].Message)
			}
			specs[path], err = json.Marshal(doc.Root.Plain())
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(specs) < 50 {
		t.Fatalf("only %d specs", len(specs))
	}
	return specs
}

// fits tells whether a document fits a JSON Schema, by OPA's built-in for it.
func fits(t *testing.T, schema []byte) func(doc []byte) (ok bool, faults any) {
	t.Helper()
	q, err := rego.New(rego.Query("[ok, faults] = json.match_schema(input.doc, input.schema)")).PrepareForEval(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return func(doc []byte) (bool, any) {
		t.Helper()
		found, err := q.Eval(t.Context(), rego.EvalInput(map[string]any{"doc": string(doc), "schema": string(schema)}))
		if err != nil || len(found) != 1 {
			t.Fatalf("%d answers, %v", len(found), err)
		}
		return found[0].Bindings["ok"].(bool), found[0].Bindings["faults"]
	}
}

func TestSpecSchemaTakesEverySpec(t *testing.T) {
	check := fits(t, printed(t, "--spec"))
	for path, doc := range plainSpecs(t) {
		if ok, faults := check(doc); !ok {
			t.Errorf("%s: %v", path, faults)
		}
	}
}

// What an editor marks is what rackvet finds, and no more.
func TestSpecSchemaAgreesWithLint(t *testing.T) {
	check := fits(t, printed(t, "--spec"))
	const parts = `"gpu": {"model": "nvidia-a100-pcie-40gb", "count": 2}, "cpu": {"model": "amd-epyc-7543"}, "memory": {"capacity": "128GB"}`
	server := func(body string) string { return `{"server": {"s": {` + body + `}}}` }
	for name, tt := range map[string]struct {
		text string
		fits bool
	}{
		"the parts":                     {server(parts), true},
		"a platform alone":              {server(`"platform": "nvidia-dgx-h100"`), true},
		"comments":                      {server(parts + `, "//": "bought in spring"`), true},
		"an expression":                 {`{"locals": {"n": 2}, "server": {"s": {"nodes": "${local.n}", ` + parts + `}}}`, true},
		"a list of one block":           {server(strings.Replace(parts, `{"capacity": "128GB"}`, `[{"capacity": "128GB"}]`, 1)), true},
		"repeated blocks":               {server(strings.Replace(parts, `"128GB"`, `"128GB", "dimm": [{"count": 4, "size": "16GB"}, {"count": 4, "size": "16GB"}]`, 1)), true},
		"labels in a list":              {server(parts + `, "storage": [{"a": {"kind": "nvme", "size": "1TB"}}, {"b": {"kind": "hdd", "size": "1TB"}}]`), true},
		"a workload":                    {server(parts + `, "workload": {"tasks": {"t": {"count": 1, "gpu_memory": "1GB"}}}`), true},
		"a variable and a part":         {`{"variable": {"v": {"default": 1}}, "part": {"gpu": {"g": {"memory": "80GB"}}}, "server": {"s": {` + parts + `}}}`, true},
		"no memory":                     {server(`"gpu": {"model": "a100", "count": 2}, "cpu": {"model": "amd-epyc-7543"}`), false},
		"no count":                      {server(strings.Replace(parts, `, "count": 2`, "", 1)), false},
		"an unknown attribute":          {server(parts + `, "colour": "red"`), false},
		"an unknown block":              {`{"rack": {}, "server": {"s": {` + parts + `}}}`, false},
		"an unknown kind":               {server(parts + `, "workload": {"dancing": {"t": {"count": 1}}}`), false},
		"an unknown choice":             {server(parts + `, "schedule": "sometimes"`), false},
		"a quantity without a unit":     {server(strings.Replace(parts, `"128GB"`, `"128"`, 1)), false},
		"a number for a quantity":       {server(strings.Replace(parts, `"128GB"`, `128`, 1)), false},
		"text for a number":             {server(strings.Replace(parts, `"count": 2`, `"count": "2"`, 1)), false},
		"half a GPU":                    {server(strings.Replace(parts, `"count": 2`, `"count": 1.5`, 1)), false},
		"no GPU":                        {server(strings.Replace(parts, `"count": 2`, `"count": 0`, 1)), false},
		"a block that is there twice":   {server(strings.Replace(parts, `{"capacity": "128GB"}`, `[{"capacity": "128GB"}, {"capacity": "64GB"}]`, 1)), false},
		"a label that is there twice":   {server(parts + `, "storage": {"a": [{"kind": "nvme", "size": "1TB"}, {"kind": "hdd", "size": "1TB"}]}`), false},
		"a currency that is none":       {server(parts + `, "budget": {"currency": "dollars"}`), false},
		"a description with an escape":  {server(parts + `, "description": "\u001b[31m"`), false},
		"a workload without what it is": {server(parts + `, "workload": {"tasks": {"t": {"count": 1}}}`), false},
	} {
		t.Run(name, func(t *testing.T) {
			if ok, faults := check([]byte(tt.text)); ok != tt.fits {
				t.Errorf("the schema says %t: %v", ok, faults)
			}
			var out, errs bytes.Buffer
			Main([]string{"lint", "--no-config", "--format", "json", "--stdin-filename", "s.hcl.json", "-"},
				Process{Stdin: strings.NewReader(tt.text), Stdout: &out, Stderr: &errs, Getenv: func(string) string { return "" }})
			if faulty := strings.Contains(out.String(), `"rule":"spec/`); faulty == tt.fits {
				t.Errorf("rackvet lint says otherwise: %s%s", out.String(), errs.String())
			}
		})
	}
}

func TestCUEDefinitionsAreWhole(t *testing.T) {
	text := printed(t, "--cue")
	ctx := cuecontext.New()
	spec := ctx.CompileBytes(text).LookupPath(cue.ParsePath("#Spec"))
	if err := spec.Err(); err != nil {
		t.Fatal(err)
	}
	check := func(doc []byte) error {
		return spec.Unify(ctx.CompileBytes(doc)).Validate(cue.Concrete(true))
	}
	for path, doc := range plainSpecs(t) {
		if err := check(doc); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	for _, bad := range []string{`{"server": {"s": {"nodes": 0}}}`, `{"server": {"s": {"colour": "red"}}}`} {
		if check([]byte(bad)) == nil {
			t.Errorf("%s fits", bad)
		}
	}
}

func TestInputSchemaTakesWhatEnrichPrints(t *testing.T) {
	check := fits(t, printed(t, "--input"))
	args := []string{"enrich", "--no-config", "--fleet"}
	for path := range plainSpecs(t) {
		args = append(args, path)
	}
	code, out, errs := rackvet(args...)
	if code > ExitFail {
		t.Fatal(errs)
	}
	var fleet struct{ Servers []json.RawMessage }
	if err := json.Unmarshal([]byte(out), &fleet); err != nil {
		t.Fatal(err)
	}
	if len(fleet.Servers) < 50 {
		t.Fatalf("only %d servers", len(fleet.Servers))
	}
	for _, input := range fleet.Servers {
		if ok, faults := check(input); !ok {
			t.Errorf("%v in %.300s", faults, input)
		}
	}
}
