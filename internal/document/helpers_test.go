package document

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// read reads text as a file of that name.
func read(name, text string, o Options) *Document {
	return Read(source.NewFile(name, []byte(text)), o)
}

// told prints results as "line:column message; help", related places behind.
func told(results []finding.Result) []string {
	var out []string
	for _, r := range results {
		s := fmt.Sprintf("%d:%d %s", r.Range.Start.Line, r.Range.Start.Column, r.Message)
		if r.Help != "" {
			s += "; " + r.Help
		}
		for _, rel := range r.Related {
			s += fmt.Sprintf(" (%s %d:%d)", rel.Message, rel.Range.Start.Line, rel.Range.Start.Column)
		}
		out = append(out, s)
	}
	return out
}

// check compares the faults of a text with what is wanted. A want that ends in
// … is a prefix.
func check(t *testing.T, d *Document, want ...string) {
	t.Helper()
	got := told(d.Faults)
	for i := range min(len(got), len(want)) {
		if prefix, ok := strings.CutSuffix(want[i], "…"); ok && strings.HasPrefix(got[i], prefix) {
			got[i] = want[i]
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("faults differ (-want +got):\n%s", diff)
	}
}

// server is a sound server with more lines in it.
func server(lines string) string {
	return "server \"a\" {\n  gpu {\n    model = \"x\"\n    count = 1\n  }\n  cpu { model = \"y\" }\n  memory { capacity = \"1GB\" }\n" + lines + "}\n"
}
