package demand_test

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/rackvet/rackvet/internal/demand"
)

// tape makes choices out of the bytes that the fuzzer turns; behind their end it
// goes on by a rule.
type tape struct {
	bytes []byte
	after uint64
}

func (t *tape) Uint64() uint64 {
	if len(t.bytes) < 8 {
		t.after = t.after*6364136223846793005 + 1442695040888963407
		return t.after
	}
	n := binary.LittleEndian.Uint64(t.bytes)
	t.bytes = t.bytes[8:]
	return n
}

// Whatever a spec may say, a demand neither panics nor comes out as no number,
// and no saving is larger than what there is.
func FuzzDemand(f *testing.F) {
	for seed := range byte(32) {
		f.Add([]byte{seed, 1, 2, 3, 5, 8, 13, seed * 7, 34, seed, 89, 144, 233, seed, 1, 1})
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		r := rand.New(&tape{bytes: choices})
		training, _ := anyTraining(t, r)
		inference, _ := anyInference(t, r)
		diffusion := demand.Diffusion{Model: pick(r, stableDiffusion(t), counted(t, 1e10), nil), Width: r.IntN(65537), Height: r.IntN(65537),
			Frames: r.IntN(200), Batch: r.IntN(64), Precision: pick(r, "", "fp32", "bf16", "fp16", "fp8"), Attention: pick(r, "", "flash", "eager"),
			Offload: pick(r, "", "none", "model", "sequential"), ControlNets: r.IntN(64)}
		// Degrees that don't divide, or are left out; models that nothing describes.
		if r.IntN(2) == 0 {
			training.Parallel = demand.Parallelism{Tensor: r.IntN(9), Pipeline: r.IntN(70), Data: r.IntN(9), Expert: r.IntN(9), Context: r.IntN(3)}
			inference.Parallel = demand.ServingParallelism{Tensor: r.IntN(9), Pipeline: r.IntN(70), Expert: r.IntN(9), AttentionData: r.IntN(9)}
			inference.Replicas, inference.MaxContext, inference.Concurrency = r.IntN(4), r.IntN(1<<17), r.IntN(300)
		}
		switch r.IntN(6) {
		case 0:
			training.Model, inference.Model = nil, nil
		case 1:
			inference.Draft, inference.DraftName = anyModel(t, r, 1e9), "draft"
		}
		place := demand.Placement{GPUs: r.IntN(9), Nodes: r.IntN(5), Instances: r.IntN(4)}
		training.Placement, inference.Placement, diffusion.Placement = place, place, place
		tasks := demand.Tasks{Placement: place, Count: 1 + r.IntN(1000), GPUMemory: r.Float64() * 1e11, HostMemory: r.Float64() * 1e11, GPUsPerTask: r.IntN(20)}
		h := demand.Host{GPUs: 1 + r.IntN(16), Nodes: 1 + r.IntN(8), UsableMemory: r.Float64() * 200 * gib * float64(r.IntN(2))}
		for _, w := range []demand.Workload{training, inference, diffusion, tasks, &training, &inference, &diffusion, &tasks} {
			res := w.Demand(h)
			for name, m := range map[string]demand.Memory{"GPU": res.GPU, "host": res.Host} {
				if err := sound(m); err != nil {
					t.Fatalf("%s memory of %+v on %+v: %v", name, w, h, err)
				}
			}
			for _, s := range demand.Shrink(w, h) {
				if !(s.Bytes > 0 && s.Bytes <= res.GPU.Bytes) || s.Change == "" {
					t.Fatalf("saving %+v of %v", s, res.GPU.Bytes)
				}
			}
		}
		demand.Capacity(h, []demand.Claim{place.Claim("x", h, training.Demand(h))}, tasks)
	})
}
