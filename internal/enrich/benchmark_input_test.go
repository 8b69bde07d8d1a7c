package enrich

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the input that the policies' benchmarks judge")

// The benchmarks of the policies judge what a real spec gives.
func TestTheInputOfTheBenchmarksIsFresh(t *testing.T) {
	const folder = "../policy/testdata/"
	spec, err := os.ReadFile(folder + "server.hcl")
	if err != nil {
		t.Fatal(err)
	}
	in, faults := compute(t, string(spec))
	if len(faults) > 0 || len(in.Unresolved) > 0 {
		t.Fatal(faults, in.Unresolved)
	}
	got, err := json.MarshalIndent(in, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile(folder+"server.json", got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(folder + "server.json"); err != nil || !bytes.Equal(got, want) {
		t.Errorf("server.json is stale, run go test ./internal/enrich -update: %v", err)
	}
}
