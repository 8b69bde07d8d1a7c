package policy

import (
	"errors"
	"strings"
	"testing"
	"time"
)

// ratioSchema is that of the input of the fixture.
const ratioSchema = `{"type": "object", "properties": {"ratio": {"type": "number"}, "gpus": {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}}}}`

func outsiderOf(t *testing.T, s Setup) *Outsider {
	t.Helper()
	s.Schema = []byte(ratioSchema)
	o, err := NewOutsider(load(t, fixture(nil)), s)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestExpressions(t *testing.T) {
	o := outsiderOf(t, Setup{Time: time.Unix(0, 42)})
	in, err := ReadInput([]byte(`{"ratio": 1.8, "gpus": [{"name": "a"}, {"name": "b"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct{ text, want string }{
		"a path":                         {`input.ratio`, `1.8`},
		"a comparison that is false":     {`input.ratio > 2`, `false`},
		"the last of several statements": {`input.ratio > 1; input.gpus[0].name`, `"a"`},
		"statements on lines":            {"input.ratio > 1\ninput.gpus[1].name", `"b"`},
		"a set, in order":                {`{g.name | some g in input.gpus}`, `["a","b"]`},
		"numbers as rules compute them":  {`input.ratio / 3`, `0.6`},
		"every":                          {`every g in input.gpus { g.name != "c" }`, `true`},
		"a wildcard":                     {`input.gpus[_].name`, `["a","b"]`},
		"some":                           {`some g in input.gpus; g.name == "b"; g`, `[{"bindings":{"g":{"name":"b"}},"value":{"name":"b"}}]`},
		"a variable":                     {`input.gpus[i].name == "b"`, `[{"bindings":{"i":1},"value":true}]`},
		"an assignment":                  {`x := input.ratio`, `[{"bindings":{"x":1.8},"value":true}]`},
		"no value":                       {`input.gpus[7].name`, ``},
		"what a rule gives":              {`data.rackvet.rules.good.rule.results[_].outcome`, `["pass"]`},
		"a parameter":                    {`data.rackvet.params["good/rule"].least.value`, `1.5`},
		"what all rules give":            {`[id | data.rackvet.main.results[id]]`, `["good/rule"]`},
		"the effective time":             {`time.now_ns()`, `42`},
		"another input":                  {`input.ratio with input as {"ratio": 7}`, `7`},
		"a variable that only a comprehension knows": {`count([g | some g in input.gpus])`, `2`},
		"what a variable of a comprehension may be":  {`[x | x := input.gpus[_].name]`, `["a","b"]`},
	} {
		t.Run(name, func(t *testing.T) {
			x, err := o.Expression(tt.text, false)
			if err != nil {
				t.Fatal(err)
			}
			got, err := o.Evaluate(t.Context(), x, in, nil)
			if tt.want == "" {
				if !errors.Is(err, ErrUndefined) {
					t.Errorf("gives %s, %v", got, err)
				}
				return
			}
			if err != nil || string(got) != tt.want {
				t.Errorf("gives %s, %v; want %s", got, err, tt.want)
			}
		})
	}
}

func TestExpressionsThatAreRefused(t *testing.T) {
	o := outsiderOf(t, Setup{})
	in, err := ReadInput([]byte(`{"ratio": 1}`))
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		text, want string
		fleet      bool
	}{
		"nothing":                            {"", "there is no expression", false},
		"a comment":                          {"# nothing", "there is no expression", false},
		"half of one":                        {"input.", "expression:1", false},
		"a field that is not there":          {"input.ratios", "ratios", false},
		"a field of a fleet":                 {"input.ratio", "ratio", true},
		"a rule":                             {"package x\np := 1", "no rule, package or import", false},
		"an import":                          {"import data.x", "no rule, package or import", false},
		"a variable without a value":         {"x", "var x is unsafe", false},
		"a parameter that is not there":      {`data.rackvet.params["good/rule"].most`, "most", false},
		"a wrong type":                       {`lower(1)`, "lower", false},
		"the network":                        {`http.send({"method": "get", "url": "http://localhost"})`, "undefined function http.send", false},
		"the clock, where none is effective": {`time.now_ns()`, "undefined function time.now_ns", false},
		"nesting that would overflow":        {strings.Repeat("[", 300_000), "expression:1", false},
	} {
		t.Run(name, func(t *testing.T) {
			x, err := o.Expression(tt.text, tt.fleet)
			if err == nil { // what only the engine knows
				_, err = o.Evaluate(t.Context(), x, in, nil)
			}
			has(t, err, tt.want)
		})
	}
}

func TestAnExpressionIsStoppedInTime(t *testing.T) {
	o := outsiderOf(t, Setup{Timeout: 100 * time.Millisecond})
	in, err := ReadInput([]byte(`{"ratio": 1}`))
	if err != nil {
		t.Fatal(err)
	}
	ten := "a := [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]; count([1 | " + strings.Repeat("a[_]; ", 12) + "false])"
	x, err := o.Expression(ten, false)
	if err != nil {
		t.Fatal(err)
	}
	_, err = o.Evaluate(t.Context(), x, in, nil)
	has(t, err, "no answer within 100ms")
	x, err = o.Expression("1 / (input.ratio - 1)", false)
	if err != nil {
		t.Fatal(err)
	}
	_, err = o.Evaluate(t.Context(), x, in, nil)
	has(t, err, "expression:1: ", "div: divide by zero")
	if strings.Contains(err.Error(), fastPrefix) {
		t.Errorf("%v names the operator as no policy does", err)
	}
}

func TestExpressionsPrint(t *testing.T) {
	o := outsiderOf(t, Setup{})
	in, err := ReadInput([]byte(`{"ratio": 1}`))
	if err != nil {
		t.Fatal(err)
	}
	x, err := o.Expression("print(\"ratio\", input.ratio)\n1", false)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	value, err := o.Evaluate(t.Context(), x, in, func(file string, line int, text string) {
		got = append(got, file, string(rune('0'+line)), text)
	})
	if err != nil || string(value) != "1" || strings.Join(got, " ") != "expression 1 ratio 1" {
		t.Errorf("value %s, %v; printed %q", value, err, got)
	}
}
