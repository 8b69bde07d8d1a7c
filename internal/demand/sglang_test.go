package demand_test

import (
	"math"
	"testing"

	"github.com/rackvet/rackvet/internal/demand"
)

// experts is a mixture of so many experts of one hidden size.
func experts(t *testing.T, count, hidden float64) *demand.Model {
	t.Helper()
	return decode(t, "mixture", map[string]any{"layers": 61.0, "hidden_size": hidden, "heads": 64.0, "head_dim": 128.0, "kv_heads": 8.0,
		"ffn_size": 2048.0, "vocab_size": 129280.0, "max_context": 8192.0, "experts": map[string]any{"count": count, "active": 8.0}})
}

// SGLang, memory_hook: 2 MiB of graphs a sequence, 256 of them, or 512 with four
// tensor-parallel ranks and more; hyperparameter tuning page: 5 to 8 GB for
// activations, 6.5 in the middle.
func TestSGLangLeavesRoomForActivationsAndGraphs(t *testing.T) {
	for _, tt := range []struct {
		name   string
		w      demand.Inference
		gpus   int
		usable float64
		want   float64
	}{
		{"one large GPU", demand.Inference{}, 1, 79, 6.5e9 + 256*2<<20},
		{"four of them", demand.Inference{Parallel: demand.ServingParallelism{Tensor: 4}}, 4, 79, 6.5e9 + 512*2<<20},
		{"fewer sequences", demand.Inference{MaxNumSeqs: 64}, 1, 79, 6.5e9 + 64*2<<20},
		{"a small GPU", demand.Inference{}, 1, 23.7, 3.6 * gib},
	} {
		tt.w.Model, tt.w.Engine, tt.w.MaxContext = llama31of8B(t), "sglang", 4096
		if got := tt.w.Demand(server(tt.gpus, tt.usable)).GPU.Reserve; math.Abs(got-tt.want) > 1 {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// sgl-project/sglang pull request 5893, DeepSeek-V3 on eight GPUs of 141 GB with
// graphs for 256 sequences: 13 GB are too few and 18 do; 15.2 do on H100, with
// graphs for 160.
func TestSGLangLeavesMoreForLargeMixturesOfExperts(t *testing.T) {
	reserve := func(count, hidden float64, sequences int) (bytes, low, high float64) {
		w := demand.Inference{Model: experts(t, count, hidden), Engine: "sglang", Utilization: 0.85, MaxNumSeqs: sequences, MaxContext: 4096,
			Parallel: demand.ServingParallelism{Tensor: 8}}
		r := w.Demand(server(8, 140.4))
		rest := 1.02 * (r.GPU.Bytes - r.GPU.Reserve) // weights and cache, at the high end
		if r.Pool == nil || r.Pool.Share != 0.85 || r.Pool.Beside != r.GPU.Reserve {
			t.Fatalf("pool %+v, reserve %v", r.Pool, r.GPU.Reserve)
		}
		return r.Pool.Beside, r.Pool.BesideLow, r.GPU.High - rest
	}
	bytes, low, high := reserve(256, 7168, 256)
	if bytes <= 13*gib || bytes >= 18*gib || low >= 13*gib || high >= 18*gib {
		t.Errorf("%v, %v to %v: the estimate is to lie between 13 and 18 GiB", bytes/gib, low/gib, high/gib)
	}
	if fewer, _, _ := reserve(256, 7168, 160); fewer >= 15.2*gib || bytes-fewer < 2e9 || bytes-fewer > 3e9 {
		t.Errorf("%v for 160 sequences, %v for 256: about 3 GB apart were measured", fewer/gib, bytes/gib)
	}
	if small, _, _ := reserve(64, 2048, 256); small > 8*gib {
		t.Errorf("a small mixture is to take little more than a dense model, not %v", small/gib)
	}
}

func TestPoolsAreOfEnginesThatAreTold(t *testing.T) {
	w := demand.Inference{Model: llama31of8B(t), Engine: "vllm", Utilization: 1}
	if p := w.Demand(server(1, 79)).Pool; p == nil || *p != (demand.Pool{Share: 1}) {
		t.Errorf("vLLM's share covers all: %+v", p)
	}
	w.Utilization = 0
	if p := w.Demand(server(1, 79)).Pool; p != nil {
		t.Errorf("nobody told vLLM: %+v", p)
	}
	w.Engine, w.Utilization = "tensorrt-llm", 0.9 // of what is free, not of all
	if p := w.Demand(server(1, 79)).Pool; p != nil {
		t.Errorf("TensorRT-LLM has no such share: %+v", p)
	}
}

// vLLM issues 27508 and 23278: 7.4 GiB beside weights and cache on one H100, for
// 117·10⁹ parameters in experts.
func TestVLLMMayTakeMoreForMixturesOfExperts(t *testing.T) {
	m := experts(t, 128, 2880)
	m.VocabSize = 201088
	r := demand.Inference{Model: m, MaxContext: 4096}.Demand(server(1, 79.6))
	rest := bytesOf(r, "weights")*1.02 + bytesOf(r, "kv_cache")*1.02
	if most := r.GPU.High - rest; most < 7.4*gib || most > 8*gib {
		t.Errorf("at most %v GiB, 7.4 measured", most/gib)
	}
}
