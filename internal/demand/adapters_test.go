package demand_test

import (
	"math"
	"testing"

	"github.com/rackvet/rackvet/internal/demand"
)

// vLLM with fully_sharded_loras false: A of q, k, v, gate and up and B of o and down
// are whole on every rank, 64 × 8192 each; the rest is divided by eight. With it true
// all is.
func TestAdaptersAreDividedAsTheirMatricesAre(t *testing.T) {
	of := func(w demand.Inference, gpus int) (bytes, low float64) {
		without := w
		without.AdapterCount = 0
		a, b := w.Demand(server(gpus, 79)), without.Demand(server(gpus, 79))
		return bytesOf(a, "weights") - bytesOf(b, "weights"), a.GPU.Low - b.GPU.Low
	}
	w := demand.Inference{Model: llama31of70B(t), AdapterCount: 64, AdapterRank: 64, Context: 4096, Parallel: demand.ServingParallelism{Tensor: 8}}
	const divided = 64 * (8192 + 2*1024 + 2*28672 + 8192 + 28672) // outputs of q, k, v, gate, up; inputs of o, down
	bytes, low := of(w, 8)
	if want := (7*64*8192 + divided/8.0) * 80 * 64 * 2; math.Abs(bytes/want-1) > 1e-9 || math.Abs(bytes/gib-42.97) > 0.01 {
		t.Errorf("%v bytes, want %v, 42.97 GiB", bytes, want)
	}
	if want := (7*64*8192 + divided) / 8.0 * 80 * 64 * 2; math.Abs(low/want-0.98) > 1e-9 {
		t.Errorf("%v bytes at the least, want all divided, %v", low, want)
	}
	w.Parallel = demand.ServingParallelism{Tensor: 1}
	alone, _ := of(w, 1)
	if want := (7*64*8192 + divided) * 80 * 64 * 2.0; math.Abs(alone/want-1) > 1e-9 {
		t.Errorf("%v bytes on one GPU, want %v", alone, want)
	}
	w.Parallel = demand.ServingParallelism{Tensor: 1, Pipeline: 3} // 27 of 80 layers on the longest stage
	if staged, _ := of(w, 3); math.Abs(staged/alone-27.0/80) > 1e-9 {
		t.Errorf("%v of the adapters on a stage, want 27 of 80", staged/alone)
	}
}

// 16 ranks have one of eight KV heads each: outputs of k and v are divided by eight.
// Experts that tensor parallelism divides have A of gate and up and B of down whole;
// those that expert parallelism deals out have whole adapters.
func TestAdaptersOfKVHeadsAndExperts(t *testing.T) {
	const layer, width, inner = 32, 4096, 14336
	attention := func(ranks float64) float64 {
		return 16 * (4*width + 2*width/ranks + 2*128*math.Max(8/ranks, 1))
	}
	for _, c := range []struct {
		p    demand.ServingParallelism
		gpus int
		want float64
	}{
		{demand.ServingParallelism{Tensor: 16}, 16, attention(16) + 8*16*3*(width+inner/16.0)},
		{demand.ServingParallelism{Tensor: 8}, 8, attention(8) + 8*16*3*(width+inner/8.0)},
		{demand.ServingParallelism{Tensor: 8, Expert: 8}, 8, attention(8) + 16*3*(width+inner)},
	} {
		w := demand.Inference{Model: mixtral(t), AdapterCount: 4, AdapterRank: 16, Context: 4096, Parallel: c.p}
		without := w
		without.AdapterCount = 0
		got := bytesOf(w.Demand(server(c.gpus, 79)), "weights") - bytesOf(without.Demand(server(c.gpus, 79)), "weights")
		if want := c.want * layer * 4 * 2; math.Abs(got/want-1) > 1e-9 {
			t.Errorf("%+v: %v bytes, want %v", c.p, got, want)
		}
	}
}
