package policy

import (
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

const paramsHead = "params := data.rackvet.params[\"good/rule\"]\n\n"

// What stands for a parameter or a constant gives what it gave before, whether or
// not it is put in place.
func TestNamesOfConstantsMeanTheSame(t *testing.T) {
	for _, tc := range []struct {
		name, body, want string
		kept             bool // a reference to the name is left
	}{
		{"a parameter", "results contains data.rackvet.params[\"good/rule\"].least.value", "{1.5}", false},
		{"a parameter by another name", paramsHead + "results contains params.least.value", "{1.5}", false},
		{"a whole parameter", paramsHead + "results contains params.least.unit", `{"x"}`, false},
		{"a parameter that is not there", paramsHead + "results contains params.lest.value\n\nresults contains 1", "{1}", true},
		{"a parameter that is not there, under not", paramsHead + "results contains 1 if not params.lest", "{1}", true},
		{"a parameter by a variable", paramsHead + "results contains p.value if some p in params", "{1.5}", false},
		{"a constant", "least := 3\n\nresults contains least + input.x", "{4}", false},
		{"a set", "kinds := {\"a\", \"b\"}\n\nresults contains 1 if \"b\" in kinds", "{1}", false},
		{"an object by a key", "words := {\"a\": \"b\", \"c\": {\"d\": \"e\"}}\n\nresults contains words.c.d", `{"e"}`, false},
		{"an object by a variable", "words := {\"a\": \"b\"}\n\nresults contains words[w] if some w in [\"a\", \"z\"]", `{"b"}`, false},
		{"a key that is not there", "words := {\"a\": \"b\"}\n\nresults contains 1 if not words.z", "{1}", false},
		{"false", "never := false\n\nresults contains 1 if not never", "{1}", false},
		{"a variable of the same name", "least := 3\n\nresults contains least if some least in [4]", "{4}", true},
		{"an argument of the same name", "least := 3\n\nresults contains f(4)\n\nf(least) := least", "{4}", true},
		{"a rule with a body", "least := 3 if input.x\n\nresults contains least", "{3}", true},
		{"a rule with an else", "least := 3 if input.y\n\nelse := 4\n\nresults contains least", "{4}", true},
		{"a default", "default least := 3\n\nresults contains least", "{3}", true},
		{"a name given twice", "least := 3\n\nleast := 3\n\nresults contains least", "{3}", true},
		{"an object made by keys", "least.a := 3\n\nleast.b := 4\n\nresults contains least.b", "{4}", true},
		{"a name of a name", "least := 3\n\nmost := least\n\nresults contains most", "{3}", true},
		{"with other data", paramsHead + "results contains x if x := params.least.value with data.rackvet.params[\"good/rule\"] as {\"least\": {\"value\": 2}}", "{2}", true},
		{"with other input", paramsHead + "results contains x if x := params.least.value + input.x with input.x as 2", "{3.5}", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := load(t, fixture(map[string]string{"named/rule": tc.body}))
			e := engine(t, b, Options{})
			v, err := toValue(map[string]any{"x": 1})
			if err != nil {
				t.Fatal(err)
			}
			got, err := e.ask(t.Context(), query(b.Rule("named/rule").results), ast.NewTerm(v))
			if err != nil || got.Compare(ast.MustParseTerm(tc.want).Value) != 0 {
				t.Errorf("got %v, %v, want %s", got, err, tc.want)
			}
			if !tc.kept {
				if text := named(e, "named/rule"); text != "" {
					t.Errorf("a name is left: %s", text)
				}
			}
		})
	}
}

// named is a rule of results that still has a reference into data.
func named(e *Engine, id string) string {
	name := id[strings.Index(id, "/")+1:]
	for _, r := range e.compiler.Modules["rackvet/rules/"+id+"/"+name+".rego"].Rules {
		found := false
		ast.WalkRefs(r.Body, func(ref ast.Ref) bool {
			found = found || ref[0].Equal(ast.DefaultRootDocument)
			return found
		})
		if found && r.Head.Name == "results" {
			return r.String()
		}
	}
	return ""
}

func TestParametersAreThoseOfTheProfile(t *testing.T) {
	b := load(t, fixture(map[string]string{"named/rule": paramsHead + "results contains params.least.value"}))
	for profile, want := range map[string]string{"": "{1.5}", "practice": "{1}"} {
		got, err := engine(t, b, Options{Profile: profile}).ask(t.Context(), query(b.Rule("named/rule").results), nil)
		if err != nil || got.String() != want {
			t.Errorf("profile %q: got %v, %v, want %s", profile, got, err, want)
		}
	}
}
