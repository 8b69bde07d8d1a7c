package enrich

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/demand"
)

// spec is a workload on a node as a spec writes it: attributes, and those of its
// block parallelism, by name.
type spec struct {
	gpu, kind            string
	count, nodes         int
	attributes, parallel map[string]string
}

func (s spec) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "  nodes = %d\n  workload %q \"w\" {\n", max(s.nodes, 1), s.kind)
	for _, name := range slices.Sorted(maps.Keys(s.attributes)) {
		fmt.Fprintf(&b, "    %s = %s\n", name, s.attributes[name])
	}
	if len(s.parallel) > 0 {
		b.WriteString("    parallelism {\n")
		for _, name := range slices.Sorted(maps.Keys(s.parallel)) {
			fmt.Fprintf(&b, "      %s = %s\n", name, s.parallel[name])
		}
		b.WriteString("    }\n")
	}
	b.WriteString("  }\n")
	return build(fmt.Sprintf("model = %q\ncount = %d", s.gpu, s.count), b.String())
}

// with is the spec once a change is written in it: its attributes are set, and its
// block stands in the place of the spec's.
func (s spec) with(t *testing.T, change string) spec {
	t.Helper()
	s.attributes = maps.Clone(s.attributes)
	text := change
	if before, block, found := strings.Cut(change, "parallelism { "); found {
		block, after, closed := strings.Cut(block, " }")
		if !closed {
			t.Fatalf("%q doesn't close its block", change)
		}
		s.parallel = map[string]string{}
		set(t, s.parallel, block)
		text = strings.Trim(before+after, ", ")
	}
	set(t, s.attributes, text)
	return s
}

func set(t *testing.T, into map[string]string, text string) {
	t.Helper()
	for one := range strings.SplitSeq(text, ", ") {
		if name, value, found := strings.Cut(one, " = "); found {
			into[name] = value
		} else if one != "" {
			t.Fatalf("%q of %q is no attribute", one, text)
		}
	}
}

func (s spec) compute(t *testing.T) *Input {
	t.Helper()
	in, faults := compute(t, s.text())
	if len(faults) > 0 || len(in.Unresolved) > 0 {
		t.Fatalf("%v %v in\n%s", faults, in.Unresolved, s.text())
	}
	return in
}

// misfit says what rule fit/parallelism would reject in a workload that writes degrees.
func misfit(w Workload) string {
	p, s := w.Parallelism, w.Shape
	switch byLayer := slices.Contains([]string{"llama.cpp", "ktransformers", "transformers"}, w.Engine); {
	case !p.Written || s == nil:
	case p.Product > p.Ranks || w.Kind != "inference" && p.Product != p.Ranks:
		return fmt.Sprintf("degrees multiply to %d of %d GPUs", p.Product, p.Ranks)
	case p.Tensor > w.GPUs:
		return fmt.Sprintf("tensor %d leaves the node", p.Tensor)
	case !byLayer && s.Heads%p.Tensor != 0:
		return fmt.Sprintf("tensor %d does not divide %d heads", p.Tensor, s.Heads)
	case !byLayer && !s.MLA && s.KVHeads > 0 && s.KVHeads%p.Tensor != 0 && p.Tensor%s.KVHeads != 0:
		return fmt.Sprintf("tensor %d and %d KV heads do not divide one another", p.Tensor, s.KVHeads)
	case w.Kind != "inference" && (s.Experts%p.Expert != 0 || p.Data*p.Context%p.Expert != 0):
		return fmt.Sprintf("expert %d does not divide %d experts or %d data ranks", p.Expert, s.Experts, p.Data)
	}
	return ""
}

// holds checks every saving of a spec: written into it, it takes what it says.
func holds(t *testing.T, s spec) []demand.Saving {
	t.Helper()
	w := s.compute(t).Workloads[0]
	if w.GPU.Bytes == nil {
		return nil
	}
	fault := misfit(w)
	savings := w.Savings()
	for _, saving := range savings {
		changed := s.with(t, saving.Change)
		after := changed.compute(t).Workloads[0]
		switch {
		case after.GPU.Bytes == nil:
			t.Errorf("%s leaves it unknown: %s\n%s", saving.Change, after.GPU.Missing, s.text())
		case math.Abs(*w.GPU.Bytes-*after.GPU.Bytes-saving.Bytes) > 2: // both are whole bytes
			t.Errorf("%s takes %.2f GiB, and %.2f are promised\n%s", saving.Change, (*w.GPU.Bytes-*after.GPU.Bytes)/gib, saving.Bytes/gib, s.text())
		case fault == "" && misfit(after) != "":
			t.Errorf("%s: %s\n%s", saving.Change, misfit(after), s.text())
		case after.KV != nil && after.KV.Context > after.KV.MaxContext && w.KV.Context <= w.KV.MaxContext:
			t.Errorf("%s: requests of %d in the mean are longer than the longest\n%s", saving.Change, after.KV.Context, s.text())
		}
	}
	return savings
}

// What a saving promises is what a spec gives that has it, whatever the spec leaves
// to defaults: a layout that would move is written, one that does not divide is not.
func TestSavingsTakeWhatTheySay(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	one := func(from ...string) string { return from[r.IntN(len(from))] }
	maybe := func(into map[string]string, name string, from ...string) {
		if r.IntN(2) == 0 {
			into[name] = one(from...)
		}
	}
	models := []string{`"llama-3.1-8b"`, `"llama-3.1-70b"`, `"qwen2.5-7b"`, `"qwen2.5-32b"`, `"gemma-3-27b"`, `"qwen3-30b-a3b"`, `"mixtral-8x7b"`, `"whisper-large-v3"`, `"bge-m3"`}
	n, held := 0, 0
	for range 800 {
		s := spec{gpu: one("nvidia-rtx-4090", "nvidia-l40s", "nvidia-a100-sxm4-80gb", "nvidia-h100-sxm5-80gb"), count: []int{1, 2, 4, 6, 8}[r.IntN(5)],
			kind: one("inference", "inference", "training", "finetuning", "diffusion"), attributes: map[string]string{"model": one(models...)}, parallel: map[string]string{}}
		a, p := s.attributes, s.parallel
		switch s.kind {
		case "inference":
			maybe(a, "engine", `"vllm"`, `"sglang"`, `"tensorrt-llm"`, `"llama.cpp"`, `"transformers"`)
			maybe(a, "weights", `"bf16"`, `"fp8"`, `"q8_0"`)
			maybe(a, "kv_cache", `"fp8"`, `"auto"`)
			maybe(a, "context", "1000", "4096", "100000")
			maybe(a, "max_context", "131072", "32768")
			maybe(a, "concurrency", "1", "7", "64", "700")
			maybe(a, "max_num_seqs", "512", "64")
			maybe(a, "replicas", "1", "2")
			if r.IntN(2) == 0 {
				maybe(p, "tensor", "1", "2", "4")
				maybe(p, "pipeline", "1", "2")
			}
			if r.IntN(8) == 0 {
				s.nodes = 2
				a["nodes"] = "2"
			}
		case "diffusion":
			a["model"] = one(`"sdxl"`, `"flux.1-dev"`, `"stable-diffusion-1.5"`)
			maybe(a, "width", "100", "1000", "2048")
			maybe(a, "height", "100", "1000")
			maybe(a, "batch", "3", "8")
			maybe(a, "precision", `"fp32"`, `"bf16"`, `"fp8"`)
			maybe(a, "attention", `"eager"`)
			maybe(a, "offload", `"model"`, `"sequential"`)
		default:
			maybe(a, "sequence_length", "448", "2048")
			maybe(a, "micro_batch", "2", "3", "16")
			maybe(a, "global_batch", "48", "96")
			maybe(a, "sharding", `"zero1"`, `"zero2"`, `"zero3"`)
			maybe(a, "optimizer", `"adamw"`, `"muon"`)
			maybe(a, "master", `"fp32"`)
			maybe(a, "offload", `"optimizer"`, `"all"`)
			maybe(a, "recompute", `"selective"`)
			if r.IntN(2) == 0 {
				maybe(p, "tensor", "1", "2", "4")
				maybe(p, "pipeline", "2")
				maybe(p, "expert", "2", "4")
				maybe(p, "data", "2", "4")
			}
		}
		for _, saving := range holds(t, s) {
			n++
			if strings.Contains(saving.Change, ", parallelism { ") {
				held++
			}
		}
	}
	if n < 1500 || held < 20 {
		t.Errorf("%d savings are looked at, of which %d hold the layout", n, held)
	}
}

// Savings that were offered and could not be had.
func TestSavingsThatCannotBeHadAreNotOffered(t *testing.T) {
	for name, tt := range map[string]struct {
		spec spec
		want []string
		not  string // in no change
	}{
		"four ways do not divide six GPUs": {spec{gpu: "nvidia-h100-sxm5-80gb", count: 6, kind: "inference", attributes: map[string]string{"model": `"llama-3.1-70b"`,
			"weights": `"fp8"`, "concurrency": "12", "context": "4096"}, parallel: map[string]string{"tensor": "2"}}, nil, "tensor ="},
		"nor eight ways 28 heads": {spec{gpu: "nvidia-l40s", count: 8, kind: "inference", attributes: map[string]string{"model": `"qwen2.5-7b"`},
			parallel: map[string]string{"tensor": "4"}}, nil, "tensor ="},
		"of fewer replicas each has more GPUs": {spec{gpu: "nvidia-rtx-4090", count: 8, kind: "inference", attributes: map[string]string{"model": `"qwen2.5-32b"`,
			"engine": `"llama.cpp"`, "weights": `"q8_0"`, "context": "8192", "replicas": "2"}}, []string{"replicas = 1"}, "tensor ="},
		"a smaller model would move to one GPU": {spec{gpu: "nvidia-rtx-4090", count: 4, kind: "inference", attributes: map[string]string{"model": `"gemma-3-27b"`,
			"max_context": "32768"}}, []string{`weights = "int4-awq", parallelism { tensor = 4 }`}, "\x00"},
		"and so would a smaller cache": {spec{gpu: "nvidia-h100-sxm5-80gb", count: 2, kind: "inference", attributes: map[string]string{"model": `"qwen3-30b-a3b"`,
			"concurrency": "7", "max_context": "32768"}}, []string{`kv_cache = "fp8", parallelism { tensor = 2 }`}, "\x00"},
		"the longest request is no shorter than the mean": {spec{gpu: "nvidia-h100-sxm5-80gb", count: 1, kind: "inference", attributes: map[string]string{"model": `"llama-3.1-8b"`,
			"context": "100000", "max_context": "131072"}}, nil, "max_context"},
		"half of a micro-batch of five does not divide the batch": {spec{gpu: "nvidia-h100-sxm5-80gb", count: 1, kind: "training", attributes: map[string]string{"model": `"llama-3.1-8b"`,
			"micro_batch": "5", "global_batch": "15", "recompute": `"full"`, "offload": `"optimizer"`, "loss": `"chunked"`, "optimizer": `"adamw-8bit"`}}, nil, "micro_batch"},
		"a block is written whole": {spec{gpu: "nvidia-h100-sxm5-80gb", count: 8, kind: "training", attributes: map[string]string{"model": `"mixtral-8x7b"`, "recompute": `"full"`,
			"offload": `"all"`, "loss": `"chunked"`, "sequence_length": "2"}, parallel: map[string]string{"tensor": "2", "data": "4", "expert": "2"}},
			[]string{"parallelism { tensor = 4, data = 2, expert = 2 }"}, "\x00"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, saving := range holds(t, tt.spec) {
				got = append(got, saving.Change)
				if strings.Contains(saving.Change, tt.not) {
					t.Errorf("%s is offered", saving.Change)
				}
			}
			for _, want := range tt.want {
				if !slices.Contains(got, want) {
					t.Errorf("%s is not among %s", strconv.Quote(want), got)
				}
			}
			if len(got) == 0 {
				t.Error("nothing is offered")
			}
		})
	}
}
