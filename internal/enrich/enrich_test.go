package enrich

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cuelang.org/go/cue"
	"cuelang.org/go/cue/cuecontext"
	"cuelang.org/go/cue/load"
	cuejson "cuelang.org/go/encoding/json"
	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// compute enriches the one server of a text.
func compute(t testing.TB, text string) (*Input, []finding.Result) {
	t.Helper()
	all, faults := computeAll(t, "a.hcl", text)
	if len(all) != 1 {
		t.Fatalf("there are %d servers", len(all))
	}
	return all[0], faults
}

// computeAll enriches every server of a text that stands at a path.
func computeAll(t testing.TB, path, text string) ([]*Input, []finding.Result) {
	t.Helper()
	open := func(name string) (*source.File, error) {
		b, err := os.ReadFile(name)
		return source.NewFile(name, b), err
	}
	d := document.Read(source.NewFile(path, []byte(text)), document.Options{Open: open})
	if len(d.Faults) > 0 {
		t.Fatalf("the spec is unsound: %v", d.Faults)
	}
	builtin, err := catalog.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	c, faults := Extend(builtin, d)
	var all []*Input
	for _, b := range d.Servers() {
		all = append(all, Compute(b, c))
	}
	return all, faults
}

// build is a server of these GPUs with more lines in it.
func build(gpu, lines string) string {
	return "server \"a\" {\n  gpu {\n" + gpu + "\n  }\n  cpu {\n    model = \"amd-epyc-7543\"\n    sockets = 2\n  }\n  memory {\n    capacity = \"256GB\"\n  }\n" + lines + "\n}\n"
}

const gib = 1 << 30

func TestLinksAndDomains(t *testing.T) {
	for name, tt := range map[string]struct {
		gpu    string
		link   string
		domain int
		pair   float64 // bytes a second in one direction; interconnect figures of the vendors' data sheets
	}{
		"a card without links sits in its slot":      {"model = \"nvidia-rtx-4090\"\ncount = 4", "pcie", 1, 0},
		"a bridge is bought, not assumed":            {"model = \"nvidia-a100-pcie-40gb\"\ncount = 4", "pcie", 1, 0},
		"a written bridge joins pairs":               {"model = \"nvidia-a100-pcie-40gb\"\ncount = 4\nlink = \"nvlink-bridge\"", "nvlink-bridge", 2, 300e9},
		"who writes a bridge's width has bridges":    {"model = \"nvidia-h200-nvl-141gb\"\ncount = 8\nbridge = 4", "nvlink-bridge", 4, 450e9},
		"a module comes with its switch":             {"model = \"nvidia-h100-sxm5-80gb\"\ncount = 8", "nvswitch", 8, 450e9},
		"a domain holds no more than there are":      {"model = \"nvidia-h100-sxm5-80gb\"\ncount = 4", "nvswitch", 4, 450e9},
		"nor more than the part's":                   {"model = \"nvidia-h100-sxm5-80gb\"\ncount = 16", "nvswitch", 8, 450e9},
		"four modules without a switch share out":    {"model = \"nvidia-a100-sxm4-40gb\"\ncount = 4\nlink = \"nvlink\"", "nvlink", 4, 100e9},
		"a mesh divides its links among the peers":   {"model = \"amd-mi300x\"\ncount = 8", "xgmi", 8, 64e9},
		"a link that can't be had joins nothing":     {"model = \"nvidia-rtx-4090\"\ncount = 4\nlink = \"nvlink\"", "nvlink", 1, 0},
		"a wider bridge than there is joins no more": {"model = \"nvidia-a100-pcie-40gb\"\ncount = 4\nlink = \"nvlink-bridge\"\nbridge = 4", "nvlink-bridge", 2, 300e9},
	} {
		t.Run(name, func(t *testing.T) {
			in, faults := compute(t, build(tt.gpu, ""))
			g := in.GPU
			if len(faults) > 0 || g.Link != tt.link || g.Domain != tt.domain || math.Abs(g.PairPerDirection-tt.pair) > 1e6 {
				t.Errorf("link %s, domain %d, pair %.1f GB/s, %v; want %s, %d, %.1f", g.Link, g.Domain, g.PairPerDirection/1e9, faults, tt.link, tt.domain, tt.pair/1e9)
			}
		})
	}
}

func TestAmbiguousNamesGiveWhatIsShared(t *testing.T) {
	in, _ := compute(t, build("model = \"A100 40GB\"\ncount = 4", ""))
	if u := in.Unresolved; len(u) != 1 || u[0].Kind != "gpu" || len(u[0].Candidates) != 2 || u[0].Path.String() != "gpu.model" {
		t.Fatalf("unresolved are %+v", u)
	}
	g := in.GPU
	if g.ID != "" || g.MemoryBytes != 40*gib || g.TDPWatts != 0 || g.Links != nil || g.FormFactor != "" || len(g.Candidates) < 2 {
		t.Errorf("shared are memory %.0f, TDP %.0f, links %v, form %q of %v", g.MemoryBytes, g.TDPWatts, g.Links, g.FormFactor, g.Candidates)
	}
	if in.Totals.HostToGPURatio == nil || *in.Totals.HostToGPURatio != 1.6 {
		t.Errorf("the ratio is %v, want 1.6", in.Totals.HostToGPURatio)
	}
	in, _ = compute(t, build("model = \"A100\"\ncount = 4", ""))
	if in.GPU.MemoryBytes != 0 || in.Totals.HostToGPURatio != nil {
		t.Errorf("a bare A100 has memory %.0f", in.GPU.MemoryBytes)
	}
}

func TestPlatformFillsInWhatIsNotWritten(t *testing.T) {
	in, faults := compute(t, "server \"a\" {\n  platform = \"nvidia-dgx-h100\"\n  memory {\n    capacity = \"1TB\"\n  }\n}\n")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if in.GPU.ID != "nvidia-h100-sxm5-80gb" || in.GPU.Count != 8 || in.GPU.LinkWritten || in.Memory.CapacityBytes != 1<<40 {
		t.Errorf("the build is %d × %s with %.0f bytes", in.GPU.Count, in.GPU.ID, in.Memory.CapacityBytes)
	}
	// DGX H100: 2 TB of RAM to 640 GB of GPU memory (MLPerf Training v3.0, NVIDIA's system file).
	if in.Platform == nil || in.Platform.HostToGPURatio == nil || *in.Platform.HostToGPURatio != 3.2 {
		t.Errorf("the platform is %+v", in.Platform)
	}
	if diff := cmp.Diff([]string{"memory"}, in.Server.Written); diff != "" {
		t.Error(diff)
	}

	// Of a platform that nothing describes the GPU is not known: what was written for it is its name.
	in, _ = compute(t, "server \"a\" {\n  platform = \"nvidia-dgx-h999\"\n}\n")
	if in.GPU.Written != "nvidia-dgx-h999" || in.GPU.ID != "" {
		t.Errorf("an unknown platform's GPU is %q, written as %q", in.GPU.ID, in.GPU.Written)
	}
}

func TestTurns(t *testing.T) {
	const two = "  workload \"tasks\" \"a\" {\n    count = 2\n    gpu_memory = \"12GB\"\n  }\n  workload \"tasks\" \"b\" {\n    count = 4\n    gpu_memory = \"19GB\"\n  }\n"
	gpus := "model = \"nvidia-a100-pcie-40gb\"\ncount = 2"
	in, _ := compute(t, build(gpus, two))
	if len(in.Turns) != 2 || in.Turns[1].Name != "b" || *in.Turns[1].WorstBytes != 38*gib || in.Turns[1].Unplaced != 0 {
		t.Errorf("exclusive turns are %+v", in.Turns)
	}
	in, _ = compute(t, build(gpus, "  schedule = \"concurrent\"\n"+two))
	if len(in.Turns) != 1 || in.Turns[0].Name != "a + b" || in.Turns[0].Unplaced != 2 || in.Turns[0].Path.String() != "schedule" {
		t.Errorf("the concurrent turn is %+v", in.Turns)
	}
	if c := in.Workloads[1].Tasks.Capacity; c == nil || *c != 2 {
		t.Errorf("beside a there is room for %v tasks of b, want 2: a card each, 12 GB taken", c)
	}
}

func TestNamesThatNothingDescribes(t *testing.T) {
	in, _ := compute(t, build("model = \"nvidia-b999\"\ncount = 1", "  workload \"inference\" \"i\" {\n    model = \"lama-2-7b\"\n  }\n"))
	if u := in.Unresolved; len(u) != 2 || u[0].Kind != "gpu" || u[1].Path.String() != "workload.inference.i.model" || u[1].Suggestions[0] != "llama-2-7b" {
		t.Errorf("unresolved are %+v", u)
	}
	in, faults := compute(t, "part \"gpu\" \"nvidia-b999\" {\n  memory = \"99GB\"\n}\n"+build("model = \"nvidia-b999\"\ncount = 1", ""))
	if len(faults) > 0 || in.GPU.MemoryBytes != 99*gib {
		t.Errorf("a described part has %.0f bytes, %v", in.GPU.MemoryBytes, faults)
	}
}

// What policies get is what schema/input says, for every spec there is.
func TestInputFitsItsSchema(t *testing.T) {
	ctx := cuecontext.New()
	schema := ctx.BuildInstance(load.Instances([]string{"./input"}, &load.Config{Dir: "../../schema"})[0])
	input := schema.LookupPath(cue.ParsePath("#Input"))
	if err := input.Err(); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, pattern := range []string{"../../specs/*.hcl", "../../specs/*/*.hcl", "../../policies/rackvet/rules/*/*/*.hcl"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if strings.HasPrefix(filepath.Base(path), ".") {
				continue // a config
			}
			n++
			spec, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			all, _ := computeAll(t, path, string(spec))
			for _, in := range all {
				text, err := json.Marshal(in)
				if err != nil {
					t.Fatal(err)
				}
				expr, err := cuejson.Extract(path, text)
				if err != nil {
					t.Fatal(err)
				}
				if err := ctx.BuildExpr(expr).Unify(input).Validate(cue.Concrete(true)); err != nil {
					t.Errorf("%s: %s: %v", path, in.Server.Name, err)
				}
			}
		}
	}
	if n < 15 {
		t.Errorf("only %d specs were found", n)
	}
}

func BenchmarkCompute(b *testing.B) {
	spec, err := os.ReadFile("../../specs/chat-70b.hcl")
	if err != nil {
		b.Fatal(err)
	}
	d := document.Read(source.NewFile("a.hcl", spec), document.Options{})
	c, err := catalog.Builtin()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		Compute(d.Servers()[0], c)
	}
}
