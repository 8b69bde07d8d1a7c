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
		without := c.w
		without.CPUExperts = true
		experts := bytesOf(c.w.Demand(server(c.gpus, 23.7)), "weights") - bytesOf(without.Demand(server(c.gpus, 23.7)), "weights")
		if math.Abs(experts/c.want-1) > 1e-9 {
			t.Errorf("%s: experts of %v GiB on the fullest GPU, want %v", c.name, experts/gib, c.want/gib)
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
