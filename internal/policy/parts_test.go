package policy

import (
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// Compiled in parts, the rules judge as they do compiled at once, in one order.
func TestRulesInPartsJudgeAsTheWhole(t *testing.T) {
	b := builtin(t)
	want, err := engine(t, b, Options{whole: true}).Eval(t.Context(), serverInput(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{2, 3, 7, len(b.rules)} {
		e, err := inParts(b, Options{}, n)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.Eval(t.Context(), serverInput(t))
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Rule{})); err != nil || diff != "" {
			t.Errorf("in %d parts: %v\n%s", n, err, diff)
		}
	}
}

func TestPartsHaveEachRuleOnce(t *testing.T) {
	b := builtin(t)
	for _, n := range []int{1, 2, 5, 1000} {
		if got := slices.Concat(split(b, n)...); !slices.Equal(got, b.ids()) {
			t.Errorf("in %d parts they are %v", n, got)
		}
	}
}

// A rule that fails in one part leaves the results of the others.
func TestARuleThatFailsInAPartCostsItself(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	e, err := NewEngine(builtin(t), Options{})
	if err != nil || len(e.parts) != 2 {
		t.Fatalf("%d parts, %v", len(e.parts), err)
	}
	in := serverInput(t)
	in["unresolved"] = "none" // which part/unknown and part/ambiguous can't look into
	js, err := e.Eval(t.Context(), in)
	if err == nil || len(js) < len(e.rules)-2 {
		t.Errorf("%d judgements, %v", len(js), err)
	}
}
