package catalog

import (
	"testing"

	catalogdata "github.com/rackvet/rackvet/schema/catalog"
)

func mustJSON(t *testing.T) []byte {
	t.Helper()
	if len(catalogdata.JSON) == 0 {
		t.Fatal("no catalogue is built in")
	}
	return catalogdata.JSON
}

// What a cold start pays: read the catalogue and look one GPU and one CPU up.
func BenchmarkCold(b *testing.B) {
	for b.Loop() {
		c, err := Read(catalogdata.JSON)
		if err != nil {
			b.Fatal(err)
		}
		if c.GPU("nvidia-h100-sxm5-80gb").Entry == nil || c.CPU("amd-epyc-9654").Entry == nil {
			b.Fatal("not found")
		}
	}
}

// What each spec of a run pays.
func BenchmarkWarm(b *testing.B) {
	c, err := Builtin()
	if err != nil {
		b.Fatal(err)
	}
	b.Run("id", func(b *testing.B) {
		for b.Loop() {
			c.GPU("nvidia-h100-sxm5-80gb")
		}
	})
	b.Run("ambiguous", func(b *testing.B) {
		for b.Loop() {
			c.GPU("A100 40GB")
		}
	})
	b.Run("unknown", func(b *testing.B) {
		for b.Loop() {
			c.GPU("RTX 4080")
		}
	})
	b.Run("cpu", func(b *testing.B) {
		for b.Loop() {
			c.CPU("amd-epyc-7543")
		}
	})
}
