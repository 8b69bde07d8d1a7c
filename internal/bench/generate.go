package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/internal/source"
	"github.com/rackvet/rackvet/policies"
)

// writeSpecs writes n specs that differ in parts, counts and workloads. They
// hold no expressions: conftest gives those to its policies as text.
func writeSpecs(dir string, n int) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	gpus := []struct {
		model, link string
		memory      int
	}{{"nvidia-a100-sxm4-80gb", "nvswitch", 80}, {"nvidia-h100-sxm5-80gb", "nvswitch", 80}, {"nvidia-a100-pcie-40gb", "nvlink-bridge", 40}, {"nvidia-rtx-4090", "pcie", 24}}
	workloads := []string{
		"  workload \"tasks\" \"jobs\" {\n    count      = %d\n    gpu_memory = \"12GB\"\n  }\n",
		"  workload \"finetuning\" \"tune\" {\n    model    = \"llama-2-7b\"\n    sharding = \"zero3\"\n    sequence_length = 4096\n    micro_batch = %d\n  }\n",
		"  workload \"inference\" \"chat\" {\n    model       = \"llama-3.1-8b\"\n    concurrency = %d\n    context     = 4096\n  }\n",
	}
	for i := range n {
		g, count := gpus[i%len(gpus)], []int{1, 2, 4, 8}[i/4%4]
		text := fmt.Sprintf("# Build %d.\nserver \"build-%05d\" {\n  gpu {\n    model = %q\n    count = %d\n    link  = %q\n  }\n", i, i, g.model, count, g.link)
		text += "  cpu {\n    model   = \"amd-epyc-7543\"\n    sockets = 2\n  }\n"
		text += fmt.Sprintf("  memory {\n    capacity = \"%dGB\"\n    ecc      = true\n  }\n", g.memory*count*(2+i%3))
		text += "  storage \"data\" {\n    kind  = \"nvme\"\n    count = 4\n    size  = \"3.84TB\"\n  }\n"
		text += "  budget {\n    currency = \"USD\"\n    gpu      = 65000\n    memory   = 15000\n    storage  = 10000\n    cpu      = 10000\n  }\n"
		text += fmt.Sprintf(workloads[i%len(workloads)], 1+i%5) + "}\n"
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("build-%05d.hcl", i)), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// writeInputs writes what rackvet's policies see of the specs in a folder, and
// gives conftest rackvet's own rules to judge it by.
func writeInputs(specs, inputs, rules, data string) error {
	known, err := catalog.Builtin()
	if err != nil {
		return err
	}
	found, _, err := source.Walk([]string{specs}, nil)
	if err != nil {
		return err
	}
	var files []lint.File
	for _, f := range found {
		files = append(files, lint.File{Path: f.Path, Named: true, Read: func() ([]byte, error) { return os.ReadFile(f.Path) }})
	}
	if err := os.MkdirAll(inputs, 0o755); err != nil {
		return err
	}
	_, err = lint.New(known, nil, lint.Options{}).Run(context.Background(), files, func(r *lint.Result) error {
		text, err := json.Marshal(r.Servers[0].Input)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(inputs, filepath.Base(r.File)+".json"), text, 0o644)
	})
	if err != nil {
		return err
	}
	if err := os.CopyFS(rules, policies.FS); err != nil {
		return err
	}
	params := filepath.Join("rackvet", "params")
	if err := os.MkdirAll(filepath.Join(data, params), 0o755); err != nil {
		return err
	}
	if err := os.Rename(filepath.Join(rules, params, "data.json"), filepath.Join(data, params, "data.json")); err != nil {
		return err
	}
	bundle, err := policy.Load(policies.FS)
	if err != nil {
		return err
	}
	text := "package main\n"
	for _, r := range bundle.Rules() {
		text += fmt.Sprintf("\ndeny contains %q if {\n\tsome r in data.rackvet.rules[%q][%q].results\n\tr.outcome == \"fail\"\n\tr.level == \"error\"\n}\n", r.ID, r.Category, r.Name)
	}
	return os.WriteFile(filepath.Join(rules, "deny.rego"), []byte(text), 0o644)
}

// writePolicies writes for conftest as many rules as rackvet has. They do less
// than rackvet's: conftest has no catalogue and no demand to compare with.
func writePolicies(dir string) (int, error) {
	bundle, err := policy.Load(policies.FS)
	if err != nil {
		return 0, err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	shapes := []string{
		"some name, s in input.server\n\tto_number(trim_suffix(s.memory.capacity, \"GB\")) < s.gpu.count * %d\n\tmsg := sprintf(\"%%s: host memory %%s is too little\", [name, s.memory.capacity])",
		"some name, s in input.server\n\tsome kind, w in s.workload\n\tsome job, x in w\n\tx.count > s.gpu.count * %d\n\tmsg := sprintf(\"%%s: %%s %%s does not fit\", [name, kind, job])",
		"some name, s in input.server\n\ts.gpu.link == \"pcie\"\n\ts.gpu.count > %d\n\tmsg := sprintf(\"%%s: %%d cards over PCIe\", [name, s.gpu.count])",
		"some name, s in input.server\n\ttotal := sum([v | some k, v in s.budget; k != \"currency\"])\n\ts.budget.gpu / total > %d\n\tmsg := sprintf(\"%%s: the budget is uneven\", [name])",
	}
	rules := bundle.Rules()
	for i, r := range rules {
		text := fmt.Sprintf("package main\n\nimport rego.v1\n\n# %s\ndeny contains msg if {\n\t%s\n}\n", r.Title, fmt.Sprintf(shapes[i%len(shapes)], i+1))
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("rule%02d.rego", i)), []byte(text), 0o644); err != nil {
			return 0, err
		}
	}
	return len(rules), nil
}
