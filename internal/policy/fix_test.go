package policy

import (
	"math"
	"strings"
	"testing"
)

func TestFixesAreWrittenAsSpecsWriteThem(t *testing.T) {
	for _, tt := range []struct {
		value any
		unit  string
		want  string
	}{
		{float64(256 << 30), "bytes", `"256GiB"`},
		{float64(256<<30) + 1, "bytes", `"257GiB"`},
		{2200.2, "watts", `"2201W"`},
		{400e9, "bits/s", `"400Gb/s"`},
		{15.2e9, "bytes/s", `"16GB/s"`},
		{8.0, "", "8"},
		{0.9, "fraction", "0.9"},
		{1e21, "count", "1000000000000000000000"},
		{"nvswitch", "", `"nvswitch"`},
		{`a "b"`, "", `"a \"b\""`},
		{true, "", "true"},
	} {
		if got, err := literal(tt.value, tt.unit); err != nil || got != tt.want {
			t.Errorf("%v in %q is written %s, %v; want %s", tt.value, tt.unit, got, err, tt.want)
		}
	}
	if _, err := literal(math.Pi, "parsecs"); err == nil {
		t.Error("a unit that specs don't have is written")
	}
}

func TestFixesThatSayTooLittleAreRefused(t *testing.T) {
	for name, fix := range map[string]map[string]any{
		"no path":           {"value": 1},
		"the server itself": {"path": []any{}, "value": 1},
		"no value":          {"path": []any{"gpu", "count"}},
		"a misspelt field":  {"path": []any{"gpu", "count"}, "valu": 1},
		"a list":            {"path": []any{"gpu", "count"}, "value": []any{1}},
	} {
		v, err := toValue(fix)
		if err != nil {
			t.Fatal(err)
		}
		if f, err := readFix(v); err == nil {
			t.Errorf("%s: %+v", name, f)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
