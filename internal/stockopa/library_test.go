package stockopa

import (
	"encoding/json"
	"testing"

	"github.com/open-policy-agent/opa/v1/rego"
)

// OPA's library evaluates the bundle as anyone's program would: with all built-ins,
// the clock, and no help of rackvet's.
func TestLibrary(t *testing.T) {
	compare(t, func(t *testing.T, bundle string) asker {
		queries := map[string]rego.PreparedEvalQuery{}
		for path, query := range map[string]string{"rackvet/main/results": "data.rackvet.main.results", "rackvet/main/fleet": "data.rackvet.main.fleet"} {
			q, err := rego.New(rego.Query(query), rego.LoadBundle(bundle)).PrepareForEval(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			queries[path] = q
		}
		return func(t *testing.T, path string, input json.RawMessage) map[string][]result {
			t.Helper()
			var in any
			if err := json.Unmarshal(input, &in); err != nil {
				t.Fatal(err)
			}
			found, err := queries[path].Eval(t.Context(), rego.EvalInput(in))
			if err != nil || len(found) != 1 {
				t.Fatalf("%d answers, %v", len(found), err)
			}
			text, err := json.Marshal(found[0].Expressions[0].Value)
			if err != nil {
				t.Fatal(err)
			}
			return decode(t, text)
		}
	})
}

func decode(t *testing.T, text []byte) map[string][]result {
	t.Helper()
	var results map[string][]result
	if err := json.Unmarshal(text, &results); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return results
}
