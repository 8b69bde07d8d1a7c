package policy

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/rackvet/rackvet/policies"
	"github.com/rackvet/rackvet/schema"
)

// serverInput is a server of four GPUs with two workloads.
func serverInput(t testing.TB) map[string]any {
	t.Helper()
	text, err := os.ReadFile("testdata/server.json")
	if err != nil {
		t.Fatal(err)
	}
	var v map[string]any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func builtin(t testing.TB) *Bundle {
	t.Helper()
	b, err := Load(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBuiltinRulesJudgeARealServer(t *testing.T) {
	b := builtin(t)
	js, err := engine(t, b, Options{Schema: schema.InputSchema}).Eval(t.Context(), serverInput(t))
	if err != nil {
		t.Fatal(err)
	}
	judged := make(map[string]bool)
	for _, j := range js {
		judged[j.Rule.ID] = true
	}
	for _, r := range b.Rules() {
		if !judged[r.ID] {
			t.Errorf("rule %s is silent", r.ID)
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	for b.Loop() {
		builtin(b)
	}
}

func BenchmarkPrepare(b *testing.B) {
	bundle := builtin(b)
	for b.Loop() {
		engine(b, bundle, Options{Checked: true})
	}
}

func BenchmarkCheck(b *testing.B) {
	bundle := builtin(b)
	for b.Loop() {
		if err := bundle.Check(schema.InputSchema); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEval splits what one server costs.
func BenchmarkEval(b *testing.B) {
	e, input := engine(b, builtin(b), Options{whole: true}), serverInput(b)
	parts, err := inParts(builtin(b), Options{}, 2)
	if err != nil {
		b.Fatal(err)
	}
	v, err := toValue(input)
	if err != nil {
		b.Fatal(err)
	}
	term := ast.NewTerm(v)
	found, err := e.find(b.Context(), e.all, term)
	if err != nil {
		b.Fatal(err)
	}
	for _, part := range []struct {
		name string
		run  func() error
	}{
		{"whole", func() error { _, err := e.Eval(b.Context(), input); return err }},
		{"parts", func() error { _, err := parts.Eval(b.Context(), input); return err }},
		{"input", func() error { _, err := toValue(input); return err }},
		{"ask", func() error { _, err := e.find(b.Context(), e.all, term); return err }},
		{"decode", func() error {
			_, err := e.decodeAll(func(r *Rule) (ast.Value, error) { return found[r.answer].Value, nil })
			return err
		}},
		{"fallback", func() error { _, err := e.oneByOne(b.Context(), term); return err }},
	} {
		b.Run(part.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := part.run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRule is what each rule costs by itself, the conversion of the input
// included: BenchmarkEval/input says how much of it that is.
func BenchmarkRule(b *testing.B) {
	bundle, in := builtin(b), serverInput(b)
	for _, r := range bundle.Rules() {
		b.Run(r.ID, func(b *testing.B) {
			e := engine(b, bundle, Options{Only: []string{r.ID}})
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Eval(b.Context(), in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
