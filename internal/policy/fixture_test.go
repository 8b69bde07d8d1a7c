package policy

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/fstest"
)

// mainRego is the collector, as short as it can be.
const mainRego = `package rackvet.main

results[id] := found if {
	some category, name
	found := data.rackvet.rules[category][name].results
	id := concat("/", [category, name])
}
`

// goodBody passes, and says so with everything that a result may have.
const goodBody = `
results contains {
	"outcome": "pass", "level": "error", "path": ["memory", "dimm", 0],
	"observed": input.ratio, "limit": data.rackvet.params["good/rule"].least.value, "unit": "x", "bound": "min",
	"evidence": [{"name": "memory", "value": 137438953472, "unit": "bytes", "path": ["memory"], "formula": "all of it"}],
	"related": [{"path": ["gpu"], "message": "gpus are here"}],
	"values": {"basis": "for training"},
}
`

const goodParams = `{"good/rule": {"least": {"value": 1.5, "unit": "x", "source": "a book", "strength": "A"}}}`

// metadata is that of a rule, with lines of custom put in.
func metadata(custom string) string {
	return `# METADATA
# title: A rule
# description: Says something.
# related_resources:
# - description: a book
#   ref: https://example.org/book
# custom:
#   levels: [warning, error]
#   since: 0.1.0
#   applies_to: all servers
` + custom
}

const goodCustom = `#   messages:
#     pass: "memory of {memory} is {observed}, {margin} above the {limit} {basis}"
#     fail: too little
#   helps:
#     pass: Do nothing about {limit}.
`

const plainCustom = `#   messages:
#     pass: fine
#     fail: bad
`

// fixture is a bundle of a good rule and others, given by id as their whole
// source after the package.
func fixture(others map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	put := func(name, text string) { fsys[name] = &fstest.MapFile{Data: []byte(text)} }
	put("rackvet/main/main.rego", mainRego)
	put("rackvet/params/data.json", goodParams)
	put("rackvet/profiles/data.json", `{"practice": {"good/rule": {"least": {"value": 1, "source": "practice"}}}}`)
	rules := map[string]string{"good/rule": metadata(goodCustom) + "package rackvet.rules.good[\"rule\"]\n" + goodBody}
	for id, body := range others {
		category, name, _ := strings.Cut(id, "/")
		rules[id] = metadata(plainCustom) + fmt.Sprintf("package rackvet.rules.%s[%q]\n\n", category, name) + body
	}
	for id, src := range maps.All(rules) {
		_, name, _ := strings.Cut(id, "/")
		put("rackvet/rules/"+id+"/"+strings.ReplaceAll(name, "-", "_")+".rego", src)
		put("rackvet/rules/"+id+"/README.md", "# A rule\n")
	}
	return fsys
}

func load(t testing.TB, fsys fstest.MapFS) *Bundle {
	t.Helper()
	b, err := Load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func engine(t testing.TB, b *Bundle, o Options) *Engine {
	t.Helper()
	e, err := NewEngine(b, o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func has(t testing.TB, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want one with %q", parts)
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("error %q\nlacks %q", err, p)
		}
	}
}
