package demand_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/demand"
)

// vLLM issue 4232 (40 heads, six GPUs), 2652 (52, eight) and 5951 (40 and ten KV heads,
// four): engines refuse what does not divide. A layout that nobody wrote takes stages
// for what tensor parallelism cannot.
func TestSilentLayoutsDivideTheHeads(t *testing.T) {
	phi := decode(t, "phi-3-medium", map[string]any{"parameters": 13960238080.0, "layers": 40.0, "hidden_size": 5120.0, "heads": 40.0, "kv_heads": 10.0,
		"ffn_size": 17920.0, "vocab_size": 32064.0, "max_context": 4096.0})
	wide := decode(t, "52 heads", map[string]any{"parameters": 70e9, "layers": 48.0, "hidden_size": 6656.0, "heads": 52.0, "ffn_size": 17920.0, "vocab_size": 32000.0, "max_context": 4096.0})
	for _, c := range []struct {
		name  string
		w     demand.Inference
		gpus  int
		nodes int
		gib   float64
		want  demand.Parallelism
	}{
		{"64 heads on six", demand.Inference{Model: llama31of70B(t), Concurrency: 4}, 6, 1, 47.5, demand.Parallelism{Tensor: 2, Pipeline: 3, Data: 1}},
		{"64 heads on three", demand.Inference{Model: llama31of70B(t), Concurrency: 4}, 3, 1, 79, demand.Parallelism{Tensor: 1, Pipeline: 3, Data: 1}},
		{"64 heads on twelve, four of which hold them", demand.Inference{Model: llama31of70B(t), Concurrency: 4, Context: 4096}, 12, 1, 44, demand.Parallelism{Tensor: 4, Pipeline: 1, Data: 3}},
		{"52 heads on eight", demand.Inference{Model: wide, Concurrency: 4}, 8, 1, 23.7, demand.Parallelism{Tensor: 4, Pipeline: 2, Data: 1}},
		{"ten KV heads on four", demand.Inference{Model: phi, Concurrency: 4}, 4, 1, 14, demand.Parallelism{Tensor: 2, Pipeline: 2, Data: 1}},
		{"replicas of six", demand.Inference{Model: llama31of70B(t), Replicas: 2}, 12, 1, 79, demand.Parallelism{Tensor: 2, Pipeline: 3, Data: 2}},
		{"replicas wider than a node", demand.Inference{Model: llama31of70B(t), Replicas: 1, Placement: demand.Placement{Nodes: 2}}, 6, 2, 79,
			demand.Parallelism{Tensor: 2, Pipeline: 6, Data: 1}},
		{"stages as written", demand.Inference{Model: llama31of70B(t), Replicas: 1, Parallel: demand.ServingParallelism{Pipeline: 2}}, 12, 1, 79,
			demand.Parallelism{Tensor: 2, Pipeline: 2, Data: 1}},
		{"memory that is not known", demand.Inference{Model: llama31of70B(t)}, 6, 1, 0, demand.Parallelism{Tensor: 2, Pipeline: 3, Data: 1}},
		{"nodes of six", demand.Inference{Model: deepseekV3(t), Weights: "fp8", Placement: demand.Placement{Nodes: 2}}, 6, 2, 79,
			demand.Parallelism{Tensor: 2, Pipeline: 6, Data: 1}},
	} {
		c.want.Expert, c.want.Context = 1, 1
		r := c.w.Demand(demand.Host{GPUs: c.gpus, Nodes: c.nodes, UsableMemory: c.gib * gib})
		if diff := cmp.Diff(c.want, r.Parallelism); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
	}
}

// Whatever the GPUs, no model of the catalogue is given a layout that engines refuse.
func TestSilentLayoutsAreValid(t *testing.T) {
	c, err := catalog.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range c.Models() {
		for _, gpus := range []int{1, 2, 3, 5, 6, 7, 8, 10, 12, 16} {
			for _, gib := range []float64{0, 24 * gib, 139 * gib} {
				p := demand.Inference{Model: m, Concurrency: 64}.Demand(demand.Host{GPUs: gpus, Nodes: 1, UsableMemory: gib}).Parallelism
				kv := m.KVHeads == 0 || m.Attention == "mla" || m.KVHeads%p.Tensor == 0 || p.Tensor%m.KVHeads == 0
				if m.Heads%p.Tensor != 0 || !kv || p.Tensor*p.Pipeline*p.Data != gpus {
					t.Errorf("%s, %d heads and %d KV heads, on %d GPUs: %+v", m.ID, m.Heads, m.KVHeads, gpus, p)
				}
			}
		}
	}
}

// Jamba (config.json: expert_layer_period 2): of 32 layers on three GPUs eleven are on
// the fullest, six of them with 16 experts of 3 × 4096 × 14336.
func TestExpertsOfEverySecondLayer(t *testing.T) {
	c, err := catalog.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	m := c.Model("jamba-v0.1").Entry
	whole := bytesOf(demand.Inference{Model: m, Parallel: demand.ServingParallelism{Tensor: 1}}.Demand(server(1, 139)), "weights")
	third := bytesOf(demand.Inference{Model: m, Parallel: demand.ServingParallelism{Tensor: 1, Pipeline: 3}}.Demand(server(3, 139)), "weights")
	const experts, embeddings = 16 * 3 * 4096 * 14336 * 2, 65536 * 4096 * 2
	rest := whole - 16*experts - 2*embeddings
	if want := 6*experts + rest*11/32 + embeddings; third/want < 0.999 || third/want > 1.001 {
		t.Errorf("%v GiB on the fullest GPU, want %v", third/gib, want/gib)
	}
}
