package lint

import (
	"context"
	"fmt"
	"os"
	"testing"
)

// A whole spec from bytes to results, one worker, all rules.
func BenchmarkSpec(b *testing.B) {
	text, err := os.ReadFile("../../specs/chat-70b.hcl")
	if err != nil {
		b.Fatal(err)
	}
	l := newLinter(b, "", Options{Workers: 1})
	files := make([]File, b.N)
	for i := range files {
		files[i] = File{Path: fmt.Sprintf("%d.hcl", i), Named: true, Read: func() ([]byte, error) { return text, nil }}
	}
	b.ReportAllocs()
	b.ResetTimer()
	if _, err := l.Run(context.Background(), files, func(*Result) error { return nil }); err != nil {
		b.Fatal(err)
	}
}
