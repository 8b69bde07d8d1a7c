package document

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/finding"
)

// One run reports every fault of shape, each where it stands.
func TestEveryFaultOfShapeIsReported(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want []string
	}{
		"a sound server has none": {server(""), nil},
		"an unknown attribute names the nearest, and what it stands for isn't missed as well": {
			"server \"a\" {\n  platform = \"p\"\n  gpu {\n    modle = \"x\"\n    count = 1\n  }\n}\n",
			[]string{`4:5 unknown attribute "modle" in gpu; Did you mean "model"?`}},
		"an unknown attribute far from all lists what there is": {
			"server \"a\" {\n  platform = \"p\"\n  power {\n    supplies = 2\n    rating = \"1W\"\n    zzzz = 1\n  }\n}\n",
			[]string{`6:5 unknown attribute "zzzz" in power; Known in power: supplies, rating, redundancy.`}},
		"an unknown block": {
			server("  strage \"s\" {\n  }\n"),
			[]string{`8:3 unknown block "strage" in server; Did you mean "storage"?`}},
		"a block written as an attribute": {
			"server \"a\" {\n  platform = \"p\"\n  power = { supplies = 2 }\n}\n",
			[]string{`3:3 "power" is a block; Write power { … } without an equals sign.`}},
		"an attribute written as a block": {
			server("  nodes {\n  }\n"),
			[]string{`8:3 "nodes" is an attribute; Write nodes = 1.`}},
		"missing attributes and blocks stand at the header of what lacks them": {
			"server \"a\" {\n  gpu {\n  }\n  memory {\n    dimm {\n      count = 1\n    }\n  }\n}\n",
			[]string{
				`1:1 server "a" lacks the block "cpu"; Write cpu { … }, or name a platform that has it.`,
				`2:3 gpu lacks the attribute "count"; Write count = 1.`,
				`2:3 gpu lacks the attribute "model"; Write model = "…".`,
				`4:3 memory lacks the attribute "capacity"; Write capacity = "80GB".`,
				`5:5 dimm lacks the attribute "size"; Write size = "80GB".`,
			}},
		"a platform stands in for the required blocks": {"server \"a\" {\n  platform = \"p\"\n}\n", nil},
		"two servers of one name cite the first": {
			"server \"a\" {\n  platform = \"p\"\n}\nserver \"a\" {\n  platform = \"p\"\n}\n",
			[]string{`4:1 server "a" is written twice; Keep one, or give the other another name. (first written here 1:1)`}},
		"two workloads of one kind and name": {
			server("  workload \"tasks\" \"t\" {\n    count = 1\n    gpu_memory = \"1GB\"\n  }\n  workload \"tasks\" \"t\" {\n    count = 1\n    gpu_memory = \"1GB\"\n  }\n"),
			[]string{`12:3 workload "tasks" "t" is written twice; Keep one, or give the other another name. (first written here 8:3)`}},
		"a gpu block twice": {
			server("  gpu {\n    model = \"x\"\n    count = 1\n  }\n"),
			[]string{`8:3 gpu is written twice; Keep one, or give the other another name. (first written here 2:3)`}},
		"an attribute twice": {
			server("  nodes = 1\n  nodes = 2\n"),
			[]string{`9:3 "nodes" is written twice; Keep one of the two. (first written here 8:3)`}},
		"an unknown kind of workload": {
			server("  workload \"taks\" \"t\" {\n  }\n"),
			[]string{`8:12 "taks" is no kind of workload: use diffusion, finetuning, inference, tasks or training; Did you mean "tasks"?`}},
		"a label too few": {
			server("  storage {\n  }\n"),
			[]string{`8:11 storage lacks a label; Write storage "<name>" { … }.`}},
		"a label too many": {
			server("  power \"x\" {\n    supplies = 1\n    rating = \"1W\"\n  }\n"),
			[]string{`8:9 power has a label too many; Write power { … }.`}},
		"an empty file": {"# nothing\n", []string{`1:1 the file is empty; A spec has a server "<name>" { … } block.`}},
	} {
		t.Run(name, func(t *testing.T) { check(t, read("a.hcl", tt.text, Options{}), tt.want...) })
	}
}

// JSON syntax reads the same, and has the same faults.
func TestJSONSyntax(t *testing.T) {
	const sound = `{"locals": {"n": 4},
 "server": {"a": {
  "gpu": {"model": "x", "count": "${local.n * 2}"},
  "cpu": {"model": "y"},
  "memory": {"capacity": "1GB", "dimm": [{"count": 1, "size": "1GB"}, {"count": 2, "size": "2GB"}]},
  "workload": {"tasks": {"t": {"count": 1, "gpu_memory": "1GB"}}}}}}`
	d := read("a.hcl.json", sound, Options{})
	check(t, d)
	want := map[string]any{
		"gpu": map[string]any{"model": "x", "count": 8.0}, "cpu": map[string]any{"model": "y"},
		"memory":   map[string]any{"capacity": "1GB", "dimm": []any{map[string]any{"count": 1.0, "size": "1GB"}, map[string]any{"count": 2.0, "size": "2GB"}}},
		"workload": map[string]any{"tasks": map[string]any{"t": map[string]any{"count": 1.0, "gpu_memory": "1GB"}}},
	}
	if diff := cmp.Diff(want, d.Servers()[0].Plain()); diff != "" {
		t.Errorf("the server differs (-want +got):\n%s", diff)
	}
	check(t, read("a.hcl.json", "{\"server\": {\"a\": {\"platform\": \"p\", \"nodse\": 2}}}", Options{}),
		`1:36 unknown attribute "nodse" in server; Did you mean "nodes"?`)
	check(t, read("a.hcl.json", "{\"server\": {\"a\": {\"platform\": \"p\",}}}", Options{}), "1:34 trailing comma…")
	check(t, read("a.hcl.json", "{\"server\": {\"a\": {\"platform\": \"${local.x}\"}}}", Options{}),
		`1:31 there is no local "x"; The file has no locals.`)
}

// Locate leads from a path to a range, or to the nearest thing around it.
func TestLocate(t *testing.T) {
	d := read("a.hcl", server("  storage \"s\" {\n    kind = \"nvme\"\n    size = \"1TB\"\n  }\n  workload \"finetuning\" \"f\" {\n    model = \"m\"\n    lora {\n      rank = 8\n    }\n  }\n"), Options{})
	s := d.Servers()[0]
	for name, tt := range map[string]struct {
		path         finding.Path
		line, column int
	}{
		"the server itself":                              {finding.Path{}, 1, 1},
		"an attribute's value":                           {finding.Path{"gpu", "count"}, 4, 13},
		"an attribute that is absent":                    {finding.Path{"gpu", "link"}, 2, 3},
		"a block that is absent":                         {finding.Path{"budget", "gpu"}, 1, 1},
		"a labelled block":                               {finding.Path{"storage", "s"}, 8, 3},
		"all blocks of a type":                           {finding.Path{"storage"}, 8, 3},
		"a label that is absent":                         {finding.Path{"storage", "zzz"}, 1, 1},
		"inside two labels and a block":                  {finding.Path{"workload", "finetuning", "f", "lora", "rank"}, 15, 14},
		"a kind alone leads to its first workload":       {finding.Path{"workload", "finetuning"}, 12, 3},
		"an absent attribute of a doubly labelled block": {finding.Path{"workload", "finetuning", "f", "precision"}, 12, 3},
	} {
		t.Run(name, func(t *testing.T) {
			if got := s.Locate(tt.path).Start; got.Line != tt.line || got.Column != tt.column {
				t.Errorf("%v is at %d:%d, want %d:%d", tt.path, got.Line, got.Column, tt.line, tt.column)
			}
		})
	}
	p := read("a.hcl", "server \"a\" {\n  platform = \"p\"\n}\n", Options{}).Servers()[0]
	if got := p.Locate(finding.Path{"memory", "capacity"}).Start; got.Line != 2 {
		t.Errorf("what the platform fills in is at line %d, want that of the platform, 2", got.Line)
	}
}
