package policy

import (
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/finding"
)

// shownCustom declares evidence, most important first, which is not the order of
// its names.
const shownCustom = `#   evidence:
#   - {name: need, unit: bytes, path: [memory, capacity], formula: "{factor} {have}, {bound} {limit}"}
#   - {name: have, unit: bytes, path: [gpu]}
#   - {name: joined}
#   units: {factor: x}
#   unit: x
#   bound: min
#   messages:
#     pass: "{have} and {factor} and {word}"
#     fail: bad
`

const shownBody = `results contains {
	"outcome": "pass", "level": "error", "path": ["gpu", "count"], "observed": 2, "limit": 1,
	"evidence": {"joined": true, "have": 1073741824, "need": 3221225472},
	"components": [{"name": "cache", "bytes": 0, "path": ["cpu"]}, {"name": "weights", "bytes": 1048576, "formula": "{not} a template"}],
	"values": {"factor": 3, "word": "so"},
}
`

// shown is a bundle with the rule shown/rule.
func shown(custom, body string) fstest.MapFS {
	fsys := fixture(map[string]string{"shown/rule": ""})
	src := metadata(custom) + "package rackvet.rules.shown[\"rule\"]\n\n" + body
	fsys["rackvet/rules/shown/rule/rule.rego"] = &fstest.MapFile{Data: []byte(src)}
	return fsys
}

func TestEvidenceIsDeclaredOnce(t *testing.T) {
	e := engine(t, load(t, shown(shownCustom, shownBody)), Options{Only: []string{"shown/rule"}})
	js, err := e.Eval(t.Context(), map[string]any{})
	if err != nil {
		t.Fatal(err)
	}
	want := []finding.Evidence{
		{Name: "weights", Value: 1048576.0, Unit: "bytes", Formula: "{not} a template", Path: finding.Path{"gpu", "count"}, Text: "1 MiB"},
		{Name: "cache", Value: 0.0, Unit: "bytes", Path: finding.Path{"cpu"}, Text: "0 GiB"},
		{Name: "need", Value: 3221225472.0, Unit: "bytes", Formula: "3 × 1 GiB, at least 1 ×", Path: finding.Path{"memory", "capacity"}, Text: "3 GiB"},
		{Name: "have", Value: 1073741824.0, Unit: "bytes", Path: finding.Path{"gpu"}, Text: "1 GiB"},
		{Name: "joined", Value: true, Text: "yes"},
	}
	if d := cmp.Diff(want, js[0].Evidence); d != "" {
		t.Error(d)
	}
	if want := "1 GiB and 3 × and so"; js[0].Message != want {
		t.Errorf("message is %q, want %q", js[0].Message, want)
	}
}

func TestEvidenceThatIsNullIsLeftOut(t *testing.T) {
	for _, evidence := range []string{
		`{"have": null, "joined": "no", "need": null}`,
		`[{"name": "have", "value": null}, {"name": "joined", "value": "no"}]`,
	} {
		b := load(t, shown(shownCustom, shownBody))
		js, err := b.Rule("shown/rule").Judge([]byte(`[{"outcome": "fail", "level": "error", "path": [], "evidence": ` + evidence + `}]`))
		if err != nil || len(js[0].Evidence) != 1 || js[0].Evidence[0].Text != "no" {
			t.Errorf("%s: %v, %v", evidence, js, err)
		}
	}
}

func TestResultsThatTheMetadataDoNotKnow(t *testing.T) {
	for _, tc := range []struct{ name, field, want string }{
		{"evidence of no declared name", `"evidence": {"have": 1, "hvae": 2}`, `"evidence": "hvae": custom.evidence of the metadata does not declare it`},
		{"declared evidence that is a list", `"evidence": {"have": []}`, `"evidence": "have": expected a number, text or true or false, found []`},
		{"evidence that is neither form", `"evidence": 1`, `"evidence": expected this to be a set or an array, found 1`},
		{"a formula without its number", `"evidence": {"need": 1}`, "formula of need: nothing to put in for {factor}"},
		{"a component without bytes", `"components": [{"name": "x"}]`, "has no name or no bytes"},
		{"a component with a unit", `"components": [{"name": "x", "bytes": 1, "unit": "x"}]`, `"components": "unit": unknown field`},
		{"a component that is no object", `"components": [1]`, "expected component to be an object, found 1"},
		{"a number without a unit", `"values": {"word": 1}`, `"values": "word": expected text, found 1 (a number needs its unit in custom.units)`},
		{"text for a number", `"values": {"factor": "1"}`, `"values": "factor": expected a number, found "1"`},
		{"values that are a list", `"values": []`, `"values": expected an object, found []`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := load(t, shown(shownCustom, shownBody))
			_, err := b.Rule("shown/rule").Judge([]byte(`[{"outcome": "fail", "level": "error", "path": [], ` + tc.field + `}]`))
			has(t, err, "result 1: ", tc.want)
		})
	}
}

func TestDeclarationsThatAreRefused(t *testing.T) {
	const rest = "#   messages: {pass: fine, fail: bad}\n"
	for _, tc := range []struct{ name, custom, want string }{
		{"evidence by name", "#   evidence: {have: bytes}\n", "custom.evidence: expected a list such as"},
		{"evidence without a name", "#   evidence: [{unit: bytes}]\n", `[0]: name "" is not in lower case`},
		{"a name that is no text", "#   evidence: [{name: 1}]\n", "[0]: name: expected text, found 1"},
		{"a name twice", "#   evidence: [{name: have}, {name: have}]\n", "have twice"},
		{"a misspelt key", "#   evidence: [{name: have, units: bytes}]\n", "[0]: units: unknown; known are formula, name, path, unit"},
		{"a path that is a text", "#   evidence: [{name: have, path: gpu}]\n", "[0]: path: expected names such as [gpu, model], found gpu"},
		{"a formula with half a place", "#   evidence: [{name: have, formula: \"{\"}]\n", "[0]: formula: template has no name"},
		{"a formula that asks for what nothing is called", "#   evidence: [{name: have, formula: \"{momory}\"}]\n", "custom.evidence.have asks for {momory}"},
		{"evidence that the policy never gives", "#   evidence: [{name: power}]\n", "custom.evidence declares power, which the policy never gives"},
		{"a unit of a value that the policy never gives", "#   units: {power: watts}\n", "custom.units has power, which the policy never gives"},
		{"units that are a list", "#   units: [x]\n", "custom.units: expected texts by key, found [x]"},
		{"a unit that is no text", "#   units: {factor: 1}\n", "custom.units: factor: expected text, found 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := Load(shown(tc.custom+rest, shownBody))
			has(t, err, "rackvet/rules/shown/rule/rule.rego:", tc.want)
		})
	}
}
