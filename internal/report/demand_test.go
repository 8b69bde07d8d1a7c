package report

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBars(t *testing.T) {
	paint := DemandOptions{}.paints()
	for name, tt := range map[string]struct {
		parts []Part
		room  float64
		want  string
	}{
		"half of it is left":            {[]Part{{"a", 25}, {"b", 25}}, 100, "#####=====..........|"},
		"all of it is taken":            {[]Part{{"a", 100}}, 100, "####################|"},
		"the mark stands inside a part": {[]Part{{"a", 200}}, 100, "##########|##########"},
		"the mark stands between parts": {[]Part{{"a", 100}, {"b", 100}}, 100, "##########|=========="},
		"room that is not known":        {[]Part{{"a", 50}, {"b", 50}}, 0, "##########=========="},
		"nothing is taken":              {nil, 100, "....................|"},
		"nothing and no room":           {nil, 0, ""},
		"a part too small for a column": {[]Part{{"a", 1}, {"b", 49}}, 100, "==========..........|"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := bar(tt.parts, tt.room, 20, true, paint); strings.ReplaceAll(got, "#.", "=.") != strings.ReplaceAll(tt.want, "#.", "=.") {
				t.Errorf("bar is\n%s, want\n%s", got, tt.want)
			}
		})
	}
}

func sampleDemand() Demand {
	const gib = 1 << 30
	return Demand{
		Server: "chat", File: "specs/chat.hcl", Headline: "8 × nvidia-h100-sxm5-80gb, nvswitch",
		Workloads: []WorkloadDemand{{
			Title: `inference "chat"`, Layout: "llama-3.1-70b over 4 GPUs, 2 replicas",
			GPU: MemoryDemand{
				Components: []ComponentDemand{{Part{"weights", 32.85 * gib}, "70,553,706,496 parameters × 2 B ÷ 4 = 32.85 GiB"}, {Part{"kv_cache", 7.5 * gib}, "24 requests"}},
				Bytes:      40.35 * gib, Low: 38 * gib, High: 43 * gib, Room: 79.65 * gib, Confidence: "estimate",
			},
			Host:     MemoryDemand{Confidence: "unknown", Missing: "the file kind"},
			Savings:  []Part{{`weights = "fp8"`, 16 * gib}},
			Defaults: []string{"kv_cache = auto"},
		}, {
			Title: `training "x"`, Layout: "mystery",
			GPU: MemoryDemand{Components: []ComponentDemand{{Part{"weights", 100 * gib}, ""}}, Bytes: 100 * gib, Low: 100 * gib, High: 100 * gib, Room: 80 * gib, Confidence: "exact"},
		}},
	}
}

func TestDemandIsDrawn(t *testing.T) {
	var b strings.Builder
	if err := WriteDemand(&b, sampleDemand(), DemandOptions{Columns: 40}); err != nil {
		t.Fatal(err)
	}
	golden(t, "demand.txt", b.String())
	b.Reset()
	if err := WriteDemand(&b, Demand{Server: "a\x1b[31m", File: "a.hcl"}, DemandOptions{}); err != nil {
		t.Fatal(err)
	}
	if want := "server \"a\\x1b[31m\" in a.hcl: \n  no workloads\n"; b.String() != want {
		t.Errorf("it says (-want +got):\n%s", cmp.Diff(want, b.String()))
	}
	broken := errors.New("the disk is full")
	if err := WriteDemand(failing{broken}, sampleDemand(), DemandOptions{}); !errors.Is(err, broken) {
		t.Errorf("a write error gives %v", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
