package policy

import (
	"math"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
)

func TestMargin(t *testing.T) {
	for _, tc := range []struct {
		name            string
		observed, limit float64
		bound           string
		want            float64 // NaN for none
	}{
		{"above a least value is inside", 1.8, 1.5, "min", 0.2},
		{"below a least value is outside", 1.2, 1.5, "min", -0.2},
		{"below a greatest value is inside", 60, 80, "max", 0.25},
		{"above a greatest value is outside", 100, 80, "max", -0.25},
		{"on the limit is nought", 80, 80, "max", 0},
		{"a limit below nought counts by its size", -1, -2, "min", 0.5},
		{"of nought there is no fraction", 1, 0, "max", math.NaN()},
		{"a fraction that is no number is none", 1e308, 1e-308, "min", math.NaN()},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var j Judgement
			if err := j.measure(&Rule{}, answer{observed: &tc.observed, limit: &tc.limit, bound: tc.bound, unit: "x"}); err != nil {
				t.Fatal(err)
			}
			switch {
			case math.IsNaN(tc.want) && j.Margin != nil:
				t.Errorf("margin is %v, want none", *j.Margin)
			case !math.IsNaN(tc.want) && (j.Margin == nil || math.Abs(*j.Margin-tc.want) > 1e-9):
				t.Errorf("margin is %v, want %v", j.Margin, tc.want)
			}
		})
	}
}

func TestTemplates(t *testing.T) {
	j := Judgement{
		Rule:     &Rule{Params: []Param{{Name: "gpu_low", Value: 0.6, Unit: "fraction"}, {Name: "gpu", Value: "hidden by evidence"}}},
		Observed: pointer(137438953472), Limit: pointer(257698037760), Margin: pointer(-0.4667), Unit: "bytes", // 128 and 240 GiB
	}
	a := answer{
		bound:  MinBound,
		values: map[string]string{"reason": "it {is} so"},
		evidence: []finding.Evidence{
			{Name: "gpu", Text: "A100"}, {Name: "part", Text: "1 GiB"}, {Name: "part", Text: "2 GiB"}, {Name: "same", Text: "3"}, {Name: "same", Text: "3"},
		},
	}
	for _, tc := range []struct{ name, text, want, err string }{
		{name: "words alone", text: "all is well", want: "all is well"},
		{name: "no words", text: "", want: ""},
		{name: "numbers by their unit", text: "{observed} of {limit}", want: "128 GiB of 240 GiB"},
		{name: "a margin without its sign", text: "{margin} too little", want: "46.7 % too little"},
		{name: "the side of the limit", text: "{bound} {limit}", want: "at least 240 GiB"},
		{name: "evidence and values", text: "{gpu}: {reason}", want: "A100: it {is} so"},
		{name: "else the rule's parameters", text: "{gpu_low} of {gpu}", want: "60 % of A100"},
		{name: "two of one name that agree", text: "{same}", want: "3"},
		{name: "two of one name that differ", text: "{part}", err: "2 values to put in for {part}: 1 GiB, 2 GiB"},
		{name: "a name that nothing has", text: "{cpu}", err: "nothing to put in for {cpu}"},
		{name: "an open brace", text: "a {gpu", err: "template has no name"},
		{name: "an empty name", text: "a {} b", err: "template has no name"},
		{name: "a name in capitals", text: "{GPU}", err: "template has no name"},
		{name: "a closing brace alone", text: "a } b", err: "template has a } without a {"},
		{name: "a closing brace after a place", text: "{gpu}}", err: "template has a } without a {"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			tm, err := parseTemplate(tc.text)
			var got string
			if err == nil {
				got, err = tm.fill(func(name string) (string, error) { return value(name, j, a) })
			}
			if tc.err != "" {
				has(t, err, tc.err)
			} else if err != nil || got != tc.want {
				t.Errorf("got %q, %v, want %q", got, err, tc.want)
			}
		})
	}
}

func TestEvidenceIsPrinted(t *testing.T) {
	for _, tc := range []struct {
		value any
		unit  string
		want  string
	}{{42949672960.0, "bytes", "40 GiB"}, {0.95, "fraction", "95 %"}, {4.0, "", "4"}, {"nvlink", "", "nvlink"}, {true, "", "yes"}, {false, "", "no"}} {
		if got := printValue(tc.value, tc.unit); got != tc.want {
			t.Errorf("%v %s prints as %q, want %q", tc.value, tc.unit, got, tc.want)
		}
	}
}
