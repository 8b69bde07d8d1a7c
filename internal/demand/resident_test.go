package demand_test

import (
	"math"
	"testing"

	"github.com/rackvet/rackvet/internal/demand"
)

// A stage has the experts of its own layers and no fewer: of DeepSeek-V3's 61 layers
// (config.json: 256 experts of 3 × 7168 × 2048) 21 stay on four GPUs, six on the
// fullest; of Mixtral's 32 (8 of 3 × 4096 × 14336) 16 on two, eight on each.
func TestStagesHaveTheExpertsOfTheLayersThatStay(t *testing.T) {
	for _, c := range []struct {
		name string
		w    demand.Inference
		gpus int
		want float64 // bytes of experts
	}{
		{"deepseek-v3", demand.Inference{Model: deepseekV3(t), Engine: "llama.cpp", Weights: "q4_k_m", CPULayers: 40}, 4,
			6 * 256 * 3 * 7168 * 2048 * 4.89 / 8},
		{"mixtral-8x7b", demand.Inference{Model: mixtral(t), Engine: "ktransformers", Weights: "q8_0", CPULayers: 16}, 2,
			8 * 8 * 3 * 4096 * 14336 * 8.5 / 8},
	} {
		// What is not experts comes to less than a twentieth.
		if got := bytesOf(c.w.Demand(server(c.gpus, 23.7)), "weights"); got < c.want || got > 1.05*c.want {
			t.Errorf("%s: %v GiB on the fullest GPU, of which %v are experts", c.name, got/gib, c.want/gib)
		}
	}
}

// A rank keeps the cache of whole layers: 21 of 61 over four are six on the fullest,
// 576 numbers of 2 bytes a token each (DeepSeek-V3 insights, table 1).
func TestStagesHaveTheCacheOfTheLayersThatStay(t *testing.T) {
	r := demand.Inference{Model: deepseekV3(t), Engine: "llama.cpp", Weights: "q4_k_m", CPULayers: 40}.Demand(server(4, 23.7))
	if r.KV.PerToken != 6*576*2 {
		t.Errorf("%v bytes a token, want 6 × 576 × 2", r.KV.PerToken)
	}
}

// llama.cpp start-up log of Llama 3.1 8B in Q4_K_M: CUDA0 4403.49 MiB, CPU_Mapped
// 281.81 MiB.
func TestTheEmbeddingStaysInHostMemory(t *testing.T) {
	w := demand.Inference{Model: llama31of8B(t), Engine: "llama.cpp", Weights: "q4_k_m"}
	r := w.Demand(server(1, 23.7))
	if got := bytesOf(r, "weights") / mib; math.Abs(got/4403.49-1) > 0.02 {
		t.Errorf("%v MiB on the GPU, want 4403.49", got)
	}
	if got := hostPart(r, "weights") / mib; math.Abs(got/281.81-1) > 0.1 { // q4_k_m is the mean of a file, and this matrix q4_k
		t.Errorf("%v MiB on the host, want 281.81", got)
	}
	w.Engine = "vllm"
	if r := w.Demand(server(1, 23.7)); hostPart(r, "weights") != 0 {
		t.Errorf("vLLM keeps all on the GPU, and %v on the host", hostPart(r, "weights"))
	}
}

// gguf of Gemma 3 27B in Q4_K_M (ik_llama.cpp discussion 334): 15.404 GiB, the
// embedding in it once. The GPU has it for the output matrix, the host as well.
func TestATiedEmbeddingIsOnBoth(t *testing.T) {
	m := decode(t, "gemma-3-27b", map[string]any{"parameters": 27009346304.0, "layers": 62.0, "hidden_size": 5376.0, "heads": 32.0, "kv_heads": 16.0,
		"head_dim": 128.0, "ffn_size": 21504.0, "vocab_size": 262208.0, "tied_embeddings": true})
	r := demand.Inference{Model: m, Engine: "llama.cpp", Weights: "q4_k_m"}.Demand(server(1, 23.7))
	if got := bytesOf(r, "weights") / gib; math.Abs(got/15.404-1) > 0.02 {
		t.Errorf("%v GiB on the GPU, want the whole file", got)
	}
	if got, want := hostPart(r, "weights"), 262208*5376*4.89/8; math.Abs(got/want-1) > 1e-9 {
		t.Errorf("%v on the host, want %v", got, want)
	}
}

// llama.cpp start-up log of DeepSeek-R1-Distill-Qwen-32B in Q4_K_M, 64 layers on four
// GPUs: 4844.72, 4366.53, 4366.53 and 4930.57 MiB, 417.66 MiB on the host. That is 17
// layers, 16, 16, and 15 with the output matrix.
func TestStagesCountTheOutputMatrixForALayer(t *testing.T) {
	m := decode(t, "qwen2.5-32b", map[string]any{"parameters": 32763876352.0, "layers": 64.0, "hidden_size": 5120.0, "heads": 40.0, "kv_heads": 8.0,
		"head_dim": 128.0, "ffn_size": 27648.0, "vocab_size": 152064.0})
	r := demand.Inference{Model: m, Engine: "llama.cpp", Weights: "q4_k_m", Context: 8192}.Demand(server(4, 23.7))
	if got := bytesOf(r, "weights") / mib; math.Abs(got/4844.72-1) > 0.04 {
		t.Errorf("%v MiB on the fullest GPU, want 4844.72", got)
	}
	if r.KV.PerToken != 17*4096 {
		t.Errorf("%v bytes a token, want those of 17 layers", r.KV.PerToken)
	}
}
