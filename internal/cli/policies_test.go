package cli

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// What is said of a policy may quote all of it.
func TestAFaultIsALineOfBearableLength(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"a line", "var x is unsafe", "var x is unsafe"},
		{"several lines", "conflict:\n\t1 at a.rego:3\n\t2 at a.rego:5\n", "conflict: 1 at a.rego:3 2 at a.rego:5"},
		{"a name of a megabyte", "var " + strings.Repeat("ä", 1<<19) + " is unsafe", "var " + strings.Repeat("ä", 498) + " …"},
	} {
		got := oneLine(tc.text)
		if got != tc.want || !utf8.ValidString(got) {
			t.Errorf("%s is %d bytes, %.60q", tc.name, len(got), got)
		}
	}
}
