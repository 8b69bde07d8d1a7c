package policy

import (
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

func TestMemoryKeepsReferencesApart(t *testing.T) {
	one, two := ast.IntNumberTerm(1), ast.IntNumberTerm(2)
	for _, tc := range []struct{ name, put, get string }{
		{"a longer one", `data.a.b`, `data.a.b.c`},
		{"a shorter one", `data.a.b.c`, `data.a.b`},
		{"the same letters in other steps", `data.a.bc`, `data.ab.c`},
		{"a step that looks like two", `data["1:a1:b"]`, `data.a.b`},
		{"a number and its text", `data.a[1]`, `data.a["1"]`},
		{"an array and its text", `data.a[["b"]]`, `data.a["[\"b\"]"]`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := newMemory()
			m.Put(ast.MustParseRef(tc.put), one)
			if v, undefined := m.Get(ast.MustParseRef(tc.get)); v != nil || undefined {
				t.Errorf("%s has the value of %s", tc.get, tc.put)
			}
			m.Put(ast.MustParseRef(tc.get), two)
			if v, _ := m.Get(ast.MustParseRef(tc.put)); v != one {
				t.Errorf("%s is %v", tc.put, v)
			}
		})
	}
}

func TestMemoryOfWhatIsUndefined(t *testing.T) {
	m, ref := newMemory(), ast.MustParseRef("data.a.b")
	if v, undefined := m.Get(ref); v != nil || undefined {
		t.Error("remembers what was never put in")
	}
	m.Put(ref, nil)
	if v, undefined := m.Get(ref); v != nil || !undefined {
		t.Error("forgot that there is no value")
	}
}

// A frame is what holds while input or data are others.
func TestMemoryOfOneFrame(t *testing.T) {
	m, ref := newMemory(), ast.MustParseRef("data.a.b")
	m.Put(ref, ast.IntNumberTerm(1))
	m.Push()
	if v, _ := m.Get(ref); v != nil {
		t.Error("a new frame remembers the old one's")
	}
	m.Put(ref, ast.IntNumberTerm(2))
	m.Pop()
	if v, _ := m.Get(ref); v == nil || v.String() != "1" {
		t.Errorf("the old frame has %v", v)
	}
	if len(m.Keys()) != 0 {
		t.Error("keys are for tracers, and there are none")
	}
}

func TestRulesUnderWithAreEvaluatedAnew(t *testing.T) {
	b := load(t, fixture(map[string]string{"framed/rule": `
twice := input.x * 2

f(y) := y + twice

results contains [twice, a, b, f(1)] if {
	a := twice with input.x as 5
	b := f(1) with input.x as 7
}
`}))
	v, err := toValue(map[string]any{"x": 1})
	if err != nil {
		t.Fatal(err)
	}
	got, err := engine(t, b, Options{}).ask(t.Context(), query(b.Rule("framed/rule").results), ast.NewTerm(v))
	if err != nil || got.String() != "{[2, 10, 15, 3]}" {
		t.Errorf("got %v, %v", got, err)
	}
}
