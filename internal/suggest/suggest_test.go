package suggest

import (
	"slices"
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	attributes := []string{"model", "count", "link", "bridge", "pcie", "power_limit", "switches", "gpu_memory", "utilization"}
	for name, c := range map[string]struct {
		written string
		known   []string
		n       int
		want    []string
	}{
		"two neighbours swapped are one edit":             {"modle", attributes, 3, []string{"model"}},
		"a letter too few":                                {"cont", attributes, 3, []string{"count"}},
		"case counts for nothing":                         {"MODEL", attributes, 3, []string{"model"}},
		"another spelling":                                {"utilisation", attributes, 3, []string{"utilization"}},
		"a beginning of a longer name":                    {"gpu", attributes, 3, []string{"gpu_memory"}},
		"a name with something behind it":                 {"link_kind", attributes, 3, []string{"link"}},
		"nothing is near":                                 {"temperature", attributes, 3, nil},
		"a name of one letter is not a typo of another":   {"x", []string{"y", "z"}, 3, nil},
		"an empty name is near to nothing":                {"", attributes, 3, nil},
		"equally near names stand in alphabetical order":  {"bat", []string{"cat", "bar", "hat"}, 2, []string{"bar", "cat"}},
		"the nearest comes first":                         {"rtx-4090", []string{"rtx-3090", "rtx-4090d", "rtx-4090"}, 3, []string{"rtx-4090", "rtx-3090", "rtx-4090d"}},
		"a name that is known twice is given once":        {"modle", []string{"model", "model"}, 3, []string{"model"}},
		"no more than asked for":                          {"modle", attributes, 0, nil},
		"letters outside ASCII count as one":              {"größ", []string{"größe"}, 1, []string{"größe"}},
		"bytes that are no text do no harm":               {"\xff\xfe", []string{"model", "\xff"}, 3, []string{"\xff"}},
		"a name far longer than any other costs no time ": {strings.Repeat("x", 1<<20), attributes, 3, nil},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Nearest(c.written, c.known, c.n); !slices.Equal(got, c.want) {
				t.Errorf("Nearest(%.20q) = %q, want %q", c.written, got, c.want)
			}
		})
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0},
		{"kitten", "sitting", 3}, {"ab", "ba", 1}, {"abcd", "acbd", 1},
		{"ca", "abc", 3}, // 2 where a letter may be edited twice
		{"größe", "grösse", 2},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
		if got := Distance(c.b, c.a); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestQuote(t *testing.T) {
	for want, names := range map[string][]string{
		``:                nil,
		`"a"`:             {"a"},
		`"a" or "b"`:      {"a", "b"},
		`"a", "b" or "c"`: {"a", "b", "c"},
		`"\x1b[31m"`:      {"\x1b[31m"},
	} {
		if got := Quote(names); got != want {
			t.Errorf("Quote(%q) = %s, want %s", names, got, want)
		}
	}
}
