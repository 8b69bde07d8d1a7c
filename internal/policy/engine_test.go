package policy

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rackvet/rackvet/internal/finding"
)

func pointer(f float64) *float64 { return &f }

func TestEvalFillsAJudgement(t *testing.T) {
	b := load(t, fixture(nil))
	got, err := engine(t, b, Options{}).Eval(t.Context(), map[string]any{"ratio": 1.8})
	if err != nil {
		t.Fatal(err)
	}
	want := []Judgement{{
		Rule: b.Rule("good/rule"), Outcome: finding.Pass, Level: finding.Error,
		Path:       finding.Path{"memory", "dimm", 0},
		Message:    "memory of 128 GiB is 1.8 ×, 20 % above the 1.5 × for training", // 1.8 ÷ 1.5 = 1.2
		Help:       "Do nothing about 1.5 ×.",
		MessageKey: "pass", HelpKey: "pass",
		Observed: pointer(1.8), Limit: pointer(1.5), Margin: pointer(0.2), Unit: "x",
		Evidence: []finding.Evidence{{Name: "memory", Value: 137438953472.0, Unit: "bytes", Formula: "all of it", Path: finding.Path{"memory"}, Text: "128 GiB"}},
		Related:  []finding.Related{{Message: "gpus are here", Path: finding.Path{"gpu"}}},
	}}
	if d := cmp.Diff(want, got, cmpopts.EquateApprox(1e-9, 0), cmp.Comparer(func(a, b *Rule) bool { return a == b })); d != "" {
		t.Error(d)
	}
}

func TestInputMayBeJSONOrAnyValue(t *testing.T) {
	e := engine(t, load(t, fixture(nil)), Options{})
	type spec struct {
		Ratio float64 `json:"ratio"`
	}
	for _, input := range []any{[]byte(`{"ratio": 1.8}`), map[string]any{"ratio": 1.8}, spec{1.8}, &spec{1.8}} {
		js, err := e.Eval(t.Context(), input)
		if err != nil || len(js) != 1 || *js[0].Observed != 1.8 {
			t.Errorf("%T: %v, %v", input, js, err)
		}
	}
}

func TestProfileChangesTheParameters(t *testing.T) {
	b := load(t, fixture(nil))
	js, err := engine(t, b, Options{Profile: "practice"}).Eval(t.Context(), map[string]any{"ratio": 1.8})
	if err != nil || *js[0].Limit != 1 {
		t.Errorf("limit is not the profile's 1: %v, %v", js, err)
	}
	want := Param{Name: "least", Value: 1.0, Unit: "x", Source: "practice", Strength: "A"}
	if p := js[0].Rule.Params[0]; p != want {
		t.Errorf("parameter of the judgement's rule is %v, want %v", p, want)
	}
	if p := b.Rule("good/rule").Params[0]; p.Value != 1.5 {
		t.Errorf("the profile changed the bundle: %v", p)
	}
	_, err = NewEngine(b, Options{Profile: "practise"})
	has(t, err, `unknown profile "practise"`, `did you mean "practice"`)
}

func TestOnlyEvaluatesSomeRules(t *testing.T) {
	b := load(t, fixture(map[string]string{"hostile/silent": `results contains {} if input.never`}))
	if js, err := engine(t, b, Options{Only: []string{"good/rule"}}).Eval(t.Context(), map[string]any{"ratio": 1.8}); err != nil || len(js) != 1 {
		t.Errorf("%v, %v", js, err)
	}
	_, err := NewEngine(b, Options{Only: []string{"good/rul", "zzz/zzz"}})
	has(t, err, `unknown rule "good/rul": did you mean "good/rule"`, `unknown rule "zzz/zzz": known are good/rule, hostile/silent`)
}

func TestTimeIsTheEffectiveOne(t *testing.T) {
	b := load(t, fixture(map[string]string{"asks/time": `results contains {"outcome": "pass", "level": "error", "path": [time.now_ns()]}`}))
	e := engine(t, b, Options{EffectiveTime: time.Unix(0, 42)})
	js, err := e.Eval(t.Context(), map[string]any{"ratio": 1.8})
	if err != nil || js[0].Path[0] != 42 {
		t.Errorf("%v, %v", js, err)
	}
	_, err = NewEngine(b, Options{})
	has(t, err, "rackvet/rules/asks/time/time.rego:", "undefined function time.now_ns")
}

func TestEvalStopsWithItsContext(t *testing.T) {
	b := load(t, fixture(map[string]string{"hostile/endless": endless}))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	js, err := engine(t, b, Options{}).Eval(ctx, map[string]any{"ratio": 1.8})
	if !errors.Is(err, context.DeadlineExceeded) || js != nil {
		t.Errorf("%v, %v", js, err)
	}
}

func TestManyWorkersShareAnEngine(t *testing.T) {
	e := engine(t, load(t, fixture(nil)), Options{})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 50 {
				ratio := 1.5 + float64(i)
				js, err := e.Eval(t.Context(), map[string]any{"ratio": ratio})
				if err != nil || *js[0].Observed != ratio {
					t.Errorf("%v, %v", js, err)
					return
				}
			}
		})
	}
	wg.Wait()
}

func TestEngineNeedsACollector(t *testing.T) {
	fsys := fixture(nil)
	delete(fsys, "rackvet/main/main.rego")
	_, err := NewEngine(load(t, fsys), Options{})
	has(t, err, "data.rackvet.main.results")
}

func TestJudgementsComeInTheOrderOfRules(t *testing.T) {
	pass := `results contains {"outcome": "pass", "level": "error", "path": [x]} if some x in ["b", "a"]`
	e := engine(t, load(t, fixture(map[string]string{"z/z": pass, "a/a": pass})), Options{})
	js, err := e.Eval(t.Context(), map[string]any{"ratio": 1.8})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, j := range js {
		got = append(got, j.Rule.ID+":"+j.Path.String())
	}
	if want := "a/a:a a/a:b good/rule:memory.dimm[0] z/z:a z/z:b"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}
