package policy

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// endless runs through 20^12 combinations and keeps none.
const endless = `
twenty := [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]

results contains {"outcome": "pass", "level": "error", "path": []} if {
	count([1 |
		some a in twenty; some b in twenty; some c in twenty; some d in twenty
		some e in twenty; some f in twenty; some g in twenty; some h in twenty
		some i in twenty; some j in twenty; some k in twenty; some l in twenty
		((((((((((a + b) + c) + d) + e) + f) + g) + h) + i) + j) + k) + l < 0
	]) == 0
}
`

// result is a rule that gives that one result.
func result(object string) string { return "results contains " + object + "\n" }

func TestARuleThatFailsLeavesTheOthersAlone(t *testing.T) {
	for _, tc := range []struct{ name, body, want string }{
		{"an endless comprehension", endless, "no answer within 200ms"},
		{"a conflict", "results contains x if some x in [limit]\n\nlimit := 1 if input.ratio\n\nlimit := 2 if input.ratio\n", "eval_conflict_error"},
		{"a fault of a built-in", "results contains x if x := 1 / (input.ratio - input.ratio)\n", "divide by zero"},
		{"a wrong type for a built-in", "results contains x if x := lower(input.ratio)\n", "operand 1 must be string but got number"},
		{"silence", "results contains x if x := input.never\n", "no result: a rule answers for every server"},
		{"results that are no set", "results := {\"outcome\": \"pass\"}\n", "expected results to be a set or an array"},
		{"a result that is no object", result(`"pass"`), `result 1: expected result to be an object, found "pass"`},
		{"an unknown outcome", result(`{"outcome": "waived", "level": "error", "path": []}`), `outcome "waived" is none of pass, fail, undecided, skipped`},
		{"a level not among the rule's", result(`{"outcome": "pass", "level": "note", "path": []}`), `level "note" is none of the rule's: error, warning`},
		{"no level", result(`{"outcome": "pass", "path": []}`), `level "" is none of`},
		{"no path", result(`{"outcome": "pass", "level": "error"}`), "no path"},
		{"a path with half a step", result(`{"outcome": "pass", "level": "error", "path": ["gpu", 1.5]}`), `"path": step 1.5 is neither a name nor an index`},
		{"a path with a negative step", result(`{"outcome": "pass", "level": "error", "path": [-1]}`), "step -1 is neither"},
		{"a path that is a text", result(`{"outcome": "pass", "level": "error", "path": "gpu"}`), "expected this to be a set or an array"},
		{"an unknown message", result(`{"outcome": "pass", "level": "error", "path": [], "message": "pas"}`), `no message "pas" in the metadata: there are fail, pass`},
		{"an unknown help", result(`{"outcome": "pass", "level": "error", "path": [], "help": "me"}`), `no help "me" in the metadata`},
		{"an unknown field", result(`{"outcome": "pass", "level": "error", "path": [], "evidance": []}`), `"evidance": unknown field`},
		{"a server, which a fleet's rule alone names", result(`{"outcome": "pass", "level": "error", "path": [], "server": "x"}`), `"server": unknown field`},
		{"evidence without a value", result(`{"outcome": "pass", "level": "error", "path": [], "evidence": [{"name": "x"}]}`), "has no name or no value"},
		{"evidence with a list for a value", result(`{"outcome": "pass", "level": "error", "path": [], "evidence": [{"name": "x", "value": []}]}`), `"value": expected a number, text or true or false, found []`},
		{"related without words", result(`{"outcome": "pass", "level": "error", "path": [], "related": [{"path": []}]}`), "has no path or no message"},
		{"an infinite number", result(`{"outcome": "pass", "level": "error", "path": [], "observed": 1e400, "limit": 1, "unit": "x", "bound": "min"}`), "1e400 is not a finite number"},
		{"observed without a limit", result(`{"outcome": "pass", "level": "error", "path": [], "observed": 1, "unit": "x", "bound": "min"}`), "observed and limit go together"},
		{"numbers without a unit", result(`{"outcome": "pass", "level": "error", "path": [], "observed": 1, "limit": 1, "bound": "min"}`), "without a unit"},
		{"numbers without a bound", result(`{"outcome": "pass", "level": "error", "path": [], "observed": 1, "limit": 1, "unit": "x"}`), `bound "" is neither min nor max`},
		{"a unit without numbers", result(`{"outcome": "pass", "level": "error", "path": [], "unit": "x"}`), "unit or bound without observed and limit"},
		{"a value that is no text", result(`{"outcome": "pass", "level": "error", "path": [], "values": {"a": 1}}`), `"values": "a": expected text, found 1`},
		{"more results than anyone reads", `results contains {"outcome": "pass", "level": "error", "path": [i]} if some i, _ in split("` + strings.Repeat(" ", 1000) + `", " ")`, "1001 results for one server, at most 1000"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			b := load(t, fixture(map[string]string{"hostile/rule": tc.body}))
			o := Options{}
			if tc.body == endless {
				o.Timeout = 200 * time.Millisecond // else a slow machine might miss it
			}
			start := time.Now()
			js, err := engine(t, b, o).Eval(t.Context(), map[string]any{"ratio": 1.8})
			has(t, err, "rule hostile/rule: ", tc.want)
			if bad := (*RuleError)(nil); !errors.As(err, &bad) || bad.Rule != "hostile/rule" {
				t.Errorf("error %v is not that of the rule", err)
			}
			if len(js) != 1 || js[0].Rule.ID != "good/rule" {
				t.Errorf("the other rule's result is lost: %v", js)
			}
			if took := time.Since(start); took > 5*time.Second {
				t.Errorf("took %s", took)
			}
		})
	}
}

func TestPoliciesThatAreRefused(t *testing.T) {
	for _, tc := range []struct{ name, body, want string }{
		{"the network", `results contains x if x := http.send({"method": "get", "url": "http://localhost"})`, "undefined function http.send"},
		{"a name server", `results contains x if some x in net.lookup_ip_addr("localhost")`, "undefined function net.lookup_ip_addr"},
		{"the environment", `results contains opa.runtime().env`, "undefined function opa.runtime"},
		{"chance", `results contains rand.intn("x", 6)`, "undefined function rand.intn"},
		{"the clock", `results contains time.now_ns()`, "undefined function time.now_ns"},
		{"zone files", `results contains time.clock([0, "Local"])`, "undefined function time.clock"},
		{"a schema from elsewhere", `results contains json.match_schema({}, {"$ref": "http://localhost"})`, "undefined function json.match_schema"},
		{"a range without end", `results contains x if some x in numbers.range(1, 1e12)`, "undefined function numbers.range"},
		{"a shift without end", `results contains bits.lsh(1, 1000000000)`, "undefined function bits.lsh"},
		{"a function that calls itself", "f(x) := f(x + 1)\n\nresults contains f(1)", "is recursive"},
		{"rules that need each other", "results contains a\n\na := b\n\nb := a", "is recursive"},
		{"a rule that reads all results", `results contains x if some x in data.rackvet.main.results`, "is recursive"},
		{"a variable that nothing uses", "results contains 1 if x := 2", "assigned var x unused"},
		{"a variable without a value", "results contains x", "var x is unsafe"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := NewEngine(load(t, fixture(map[string]string{"hostile/rule": tc.body})), Options{})
			has(t, err, "rackvet/rules/hostile/rule/rule.rego:", tc.want)
		})
	}
}

func TestNestingThatWouldOverflowTheStack(t *testing.T) {
	for _, open := range []string{"[", "{", "{1: ", "(", "f(", "[x | x := ", "-", "not "} {
		_, err := Load(fixture(map[string]string{"hostile/rule": "results contains x if x := " + strings.Repeat(open, 300_000)}))
		has(t, err, "rackvet/rules/hostile/rule/rule.rego")
	}
}
