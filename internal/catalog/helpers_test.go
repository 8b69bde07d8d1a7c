package catalog

import (
	"slices"
	"testing"
)

func load(t testing.TB) *Catalog {
	t.Helper()
	c, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// expect holds a match to ids: that of its entry, or those of its candidates.
func expect[T any, P interface {
	*T
	Identity() string
}](t *testing.T, name string, m Match[T], want ...string) {
	t.Helper()
	var got []string
	if m.Entry != nil {
		got = append(got, P(m.Entry).Identity())
	}
	for _, c := range m.Candidates {
		got = append(got, P(c).Identity())
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q is %q (suggestions %q), want %q", name, got, m.Suggestions, want)
	}
}

func suggests(t *testing.T, name string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%q suggests %q, want %q", name, got, want)
	}
}
