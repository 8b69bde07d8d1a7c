package policy

import (
	"strings"
	"testing"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
)

// inputSchema is a schema with one of each kind.
const inputSchema = `{"type": "object", "additionalProperties": false, "properties": {
	"ratio": {"type": "number"},
	"gpu": {"type": "object", "additionalProperties": false, "properties": {"id": {"type": "string"}, "count": {"type": "integer"}}},
	"workloads": {"type": "array", "items": {"type": "object", "additionalProperties": false, "properties": {
		"kind": {"type": "string"},
		"path": {"type": "array", "items": {"type": "string"}},
		"gpu": {"type": "object", "additionalProperties": false, "properties": {"bytes": {"type": "number"}}}}}}}}`

func TestCheckRefusesPathsThatLeadNowhere(t *testing.T) {
	const nothing = ""
	for _, tc := range []struct{ name, body, want string }{
		{"a known field", "results contains 1 if input.gpu.count > 1", nothing},
		{"an unknown field", "results contains 1 if {\n\tinput.gpu.cuont > 1\n}", `:17: input.gpu has no cuont; did you mean count?`},
		{"an unknown field under not", "results contains 1 if not input.gpu.vendor", `input.gpu has no vendor; it has count, id`},
		{"an unknown field at the top", "results contains 1 if input.gpus", `input has no gpus; did you mean gpu?`},
		{"a field of a number", "results contains 1 if input.ratio.value > 1", `input.ratio is a number, and has no fields`},
		{"a field of a list", "results contains 1 if input.workloads.kind", `input.workloads is a list, and has no kind: its elements may`},
		{"an element by number", `results contains 1 if input.workloads[0].path[1] == "x"`, nothing},
		{"an unknown field of an element by variable", "results contains i if input.workloads[i].knid", `input.workloads[i] has no knid`},
		{"inside some", "results contains 1 if {\n\tsome w in input.workloads\n\tw.gpu.byts > 1\n}", `:18: w.gpu has no byts; did you mean bytes?`},
		{"inside some with an index", "results contains i if {\n\tsome i, w in input.workloads\n\tw.byts > 1\n}", `w has no byts`},
		{"inside every", "results contains 1 if every w in input.workloads { w.gpu.byts > 1 }", `w.gpu has no byts`},
		{"inside every, as it should be", "results contains 1 if every w in input.workloads { w.gpu.bytes > 1 }", nothing},
		{"inside a comprehension", "results contains x if x := [w.knid | some w in input.workloads]", `w has no knid`},
		{"of what a comprehension makes", "results contains y if {\n\tx := [w | some w in input.workloads]\n\ty := x[_].knid\n}", `x[_] has no knid`},
		{"of what a set holds", "chosen contains w if some w in input.workloads\n\nresults contains w.knid if some w in chosen", `w has no knid`},
		{"of what a rule is", "gpu := input.gpu\n\nresults contains gpu.cuont", `gpu has no cuont`},
		{"inside a function", "f(x) := x + input.gpu.cuont\n\nresults contains f(1)", `input.gpu has no cuont`},
		{"inside a function, of its argument", "f(w) := w.knid\n\nresults contains f(w) if some w in input.workloads", `w has no knid`},
		{"inside a function that takes two things", "f(w) := w.knid\n\nresults contains f(w) if some w in input.workloads\n\nresults contains f({\"knid\": 1})", nothing},
		{"of what a function gives", "f(w) := w.gpu\n\nresults contains f(w).byts if some w in input.workloads", `has no byts`},
		{"inside an else", "a := 1 if input.ratio > 2\n\nelse := input.gpu.cuont\n\nresults contains a", `input.gpu has no cuont`},
		{"object.get of an unknown field", `results contains object.get(input.gpu, "vendor", "none")`, `what object.get looks in has no vendor`},
		{"object.get along a path", `results contains object.get(w, ["gpu", "byts"], 0) if some w in input.workloads`, `what object.get looks in has no byts`},
		{"object.get of a known field", `results contains object.get(w, ["gpu", "bytes"], 0) if some w in input.workloads`, nothing},
		{"of what object.get gives", `results contains object.get(input, "gpu", {}).cuont`, `has no cuont`},
		{"under with", "results contains 1 if data.rackvet.rules.good.rule.results with input.gpu.cuont as 1", `input.gpu has no cuont`},
		{"a known parameter", `results contains data.rackvet.params["good/rule"].least.value`, nothing},
		{"an unknown parameter", `results contains data.rackvet.params["good/rule"].lest.value`, `has no lest; did you mean least?`},
		{"an unknown field of a parameter", `results contains data.rackvet.params["good/rule"].least.vlaue`, `has no vlaue; did you mean value?`},
		{"parameters of an unknown rule", `results contains data.rackvet.params["god/rule"].least.value`, `has no god/rule; did you mean good/rule?`},
		{"parameters by another name", "params := data.rackvet.params[\"good/rule\"]\n\nresults contains params.lest.value", `has no lest`},
		{"an unknown rule", "import data.rackvet.rules.good.rule\n\nresults contains rule.reslts", "data.rackvet.rules.good.rule: no rule and no package \"reslts\""},
		{"an unknown package", "results contains data.rackvet.lib.epsilon", "no rule and no package \"lib\""},
		{"unknown data", "results contains data.secrets", "no such data"},
		{"a rule by variables", "results contains n if data.rackvet.rules.good[n].results", nothing},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := load(t, fixture(map[string]string{"odd/rule": tc.body}))
			c, err := compile(b.modules, untyped()) // OPA's own checker sees some of these itself
			if err != nil {
				t.Fatal(err)
			}
			err = CheckPaths(c, []byte(inputSchema), b.Data())
			if tc.want == nothing && err != nil {
				t.Errorf("unexpected: %v", err)
			} else if tc.want != nothing {
				has(t, err, "rackvet/rules/odd/rule/rule.rego:", tc.want)
				if strings.Contains(err.Error(), "\n") {
					t.Errorf("more than one fault: %v", err)
				}
			}
		})
	}
}

func TestCheckOfAnOutsidersPoliciesComesFirst(t *testing.T) {
	b := load(t, fixture(map[string]string{"odd/rule": "results contains 1 if every w in input.workloads { w.knid }"}))
	_, err := NewEngine(b, Options{Schema: []byte(inputSchema)})
	has(t, err, `w has no knid`)
	b = load(t, fixture(map[string]string{"odd/rule": "results contains 1 if lower(1)"}))
	_, err = NewEngine(b, Options{Schema: []byte(inputSchema)})
	has(t, err, "rego_type_error")
	engine(t, load(t, fixture(nil)), Options{Schema: []byte(inputSchema)})
}

func untyped() *ast.Compiler {
	return ast.NewCompiler().WithCapabilities(capabilities(time.Time{})).WithSkipStages(ast.StageCheckTypes)
}
