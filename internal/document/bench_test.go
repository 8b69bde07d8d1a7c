package document

import (
	"os"
	"testing"

	"github.com/rackvet/rackvet/internal/source"
)

func BenchmarkRead(b *testing.B) {
	text, err := os.ReadFile("../../specs/chat-70b.hcl")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if d := Read(source.NewFile("a.hcl", text), Options{}); len(d.Faults) > 0 {
			b.Fatal(d.Faults)
		}
	}
}
