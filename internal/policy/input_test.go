package policy

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

type embedded struct {
	Inner string `json:"inner"`
}

type sample struct {
	embedded
	Name    string         `json:"name"`
	Bytes   float64        `json:"bytes"`
	Share   *float64       `json:"share,omitempty"`
	Count   int            `json:"count"`
	Known   bool           `json:"known"`
	Maybe   *bool          `json:"maybe,omitempty"`
	List    []string       `json:"list"`
	Objects []embedded     `json:"objects"`
	Slot    *embedded      `json:"slot,omitempty"`
	Zero    embedded       `json:"zero,omitempty"`
	Links   []string       `json:"links,omitzero"`
	Unset   embedded       `json:"unset,omitzero"`
	Any     map[string]any `json:"any"`
	Hidden  string         `json:"-"`
	private string
	Plain   int
}

func TestInputIsWhatJSONWouldMakeOfIt(t *testing.T) {
	no := false
	for name, v := range map[string]any{
		"a struct with all its fields": sample{
			embedded: embedded{"in"}, Name: "n", Bytes: 171798691840, Share: pointer(0.95), Count: -3, Known: true, Maybe: &no,
			List: []string{"a", "b"}, Objects: []embedded{{"x"}}, Slot: &embedded{"s"}, Hidden: "h", private: "p",
			Any: map[string]any{"n": 1.5, "l": []any{nil, true, "s", map[string]any{}}},
		},
		"a list that is known to be empty": sample{List: []string{}, Objects: []embedded{}, Any: map[string]any{}, Links: []string{}, Unset: embedded{"x"}},
		"a struct with none":               &sample{List: []string{}, Objects: []embedded{}, Any: map[string]any{}},
		"numbers of all sizes":             []float64{0, 1, -1, 0.1, 1e-9, 1 << 53, 1e16, 1.8446744073709552e19, 1e300},
		"a realistic server":               serverInput(t),
	} {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		want, err := fromJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := toValue(v)
		if err != nil || ast.Compare(got, want) != 0 {
			t.Errorf("%s: got %v, %v\nwant %v", name, got, err, want)
		}
	}
}

// A list that is nil is a list all the same: policies go through it.
func TestANilListIsEmpty(t *testing.T) {
	v, err := toValue(sample{})
	if err != nil {
		t.Fatal(err)
	}
	if list := v.(ast.Object).Get(ast.StringTerm("list")); list.String() != "[]" {
		t.Errorf("got %s", list)
	}
}

func TestInputRefuses(t *testing.T) {
	for _, tc := range []struct {
		name, want string
		input      any
	}{
		{"infinity", "bytes: +Inf is not a finite number", map[string]any{"bytes": math.Inf(1)}},
		{"no number", "list: [1]: NaN is not a finite number", map[string]any{"list": []any{1.0, math.NaN()}}},
		{"a number beyond all bounds", "read number", []byte(`{"a": 1e999}`)},
		{"broken JSON", "unexpected EOF", []byte(`{"a": `)},
		{"a function", "a func() has no place in the input", func() {}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := engine(t, load(t, fixture(nil)), Options{}).Eval(t.Context(), tc.input)
			has(t, err, "read input of policies: ", tc.want)
		})
	}
}
