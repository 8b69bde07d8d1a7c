package report

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

var update = flag.Bool("update", false, "write the golden files of testdata instead of comparing with them")

// golden compares got with testdata/name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got), rerun with -update if that is meant:\n%s", file, diff)
	}
}

// lab is a build with too little host memory, as the parts of the tests use it.
const lab = `server "lab" {
  gpu {
    model = "nvidia-a100-pcie-40gb"
    count = 4
  }
  cpu { model = "amd-epyc-7543" }
  memory {
    capacity = "128GB"
  }
}
`

// at is the range of the first occurrence of text in f.
func at(t *testing.T, f *source.File, text string) source.Range {
	t.Helper()
	for i := range f.Bytes {
		if len(text) <= len(f.Bytes)-i && string(f.Bytes[i:i+len(text)]) == text {
			return f.Range(i, i+len(text))
		}
	}
	t.Fatalf("%q is not in %s", text, f.Path)
	return source.Range{}
}

func number(v float64) *float64 { return &v }

// tooSmall is the result that ratio/host-memory gives for lab.
func tooSmall(t *testing.T, f *source.File) finding.Result {
	r := finding.Result{
		Rule: "ratio/host-memory", Outcome: finding.Fail, Level: finding.Error,
		Message: "host memory is 0.8 × GPU memory: 128 GiB against 160 GiB, at least 1.5 × is needed",
		Help:    "Fit at least 240 GiB of memory.",
		Server:  "lab", File: f.Path, Range: at(t, f, `"128GB"`),
		Path:     finding.Path{"memory", "capacity"},
		Observed: number(0.8), Limit: number(1.5), Unit: "x", Margin: number(-0.4),
		Evidence: []finding.Evidence{
			{Name: "gpu_memory", Value: 171798691840.0, Unit: "bytes", Text: "160 GiB", Formula: "gpu.count 4 × 40 GiB", Line: 4},
			{Name: "host_memory", Value: 137438953472.0, Unit: "bytes", Text: "128 GiB", Path: finding.Path{"memory", "capacity"}, Line: 8},
			{Name: "workload", Value: "training", Text: "training"},
			{Name: "known", Value: true},
			{Name: "needed", Value: 257698037760.0, Unit: "bytes", Formula: "1.5 × 160 GiB"},
			{Name: "strength", Value: "article"},
		},
		Related: []finding.Related{{Message: "the limit is set here", Range: source.Range{File: "rackvet.hcl", Start: source.Pos{Line: 3, Column: 1, Byte: 20}, End: source.Pos{Line: 3, Column: 9, Byte: 28}}}},
	}
	r.Sign(nil)
	return r
}

// fault is a failing result of file f that has only a message and a place.
func fault(f *source.File, r source.Range, message string) finding.Result {
	return finding.Result{Rule: finding.RuleSchema, Outcome: finding.Fail, Level: finding.Error,
		Message: message, Server: "lab", File: f.Path, Range: r}
}
