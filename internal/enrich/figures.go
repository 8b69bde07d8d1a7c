package enrich

import (
	"github.com/rackvet/rackvet/internal/demand"
	"github.com/rackvet/rackvet/internal/units"
)

// figures sets what of a result the policies see besides its memory.
func (w *Workload) figures(ask demand.Workload, r demand.Result, host demand.Host, f fields) {
	p := r.Parallelism
	w.Parallelism = Parallelism{Tensor: p.Tensor, Pipeline: p.Pipeline, Data: p.Data, Expert: p.Expert, Context: p.Context,
		Ranks: w.GPUs * w.Nodes, Product: r.Ranks, Written: f.block("parallelism") != nil}
	w.Pooled = max(1, r.Pooled)
	w.CheckpointBytes, w.OffloadStep = r.Checkpoint, r.OffloadStep
	if p := r.Pool; p != nil {
		w.Pool = &Pool{Share: p.Share, BesideBytes: *whole(p.Beside), BesideLowBytes: *whole(p.BesideLow)}
	}
	switch ask := ask.(type) {
	case *demand.Training:
		w.Shape = newShape(ask.Model)
		w.DatasetBytes, w.CheckpointEvery = ask.Dataset, f.quantity(units.Duration, "checkpoint_every")
		if other := ask.Methods(host); other != nil && r.GPU.Confidence != demand.Unknown {
			w.LoRABytes, w.QLoRABytes = whole(other["lora"].High), whole(other["qlora"].High)
		}
	case *demand.Inference:
		w.Shape = newShape(ask.Model)
		w.KVCache, w.CPUExperts, w.CPULayers = ask.KVCache, ask.CPUExperts, ask.CPULayers
		if ask.Parallel.Tensor > 1 {
			w.TensorNeeded = ask.LeastTensor(host, neededShare)
		}
		if k := r.KV; k.Held > 0 && r.GPU.Confidence != demand.Unknown {
			w.KV = &KV{MaxContext: k.MaxContext, Context: k.Context, Requests: k.Requests, Groups: k.Groups, Queues: r.Least != nil,
				FurtherBytes: k.Further, RequestBytes: k.Request, InFlightBytes: k.InFlight, RestBytes: *whole(r.GPU.Bytes - k.Held)}
		}
	}
}

// neededShare is the share of usable memory within which a narrower replica counts
// as large enough: vLLM's default.
const neededShare = 0.9

func newShape(m *demand.Model) *Shape {
	if m == nil {
		return nil
	}
	s := &Shape{Layers: m.Layers, Heads: m.Heads, KVHeads: m.KVHeads, VocabSize: m.VocabSize, MLA: m.Attention == "mla"}
	if m.Experts != nil {
		s.Experts = m.Experts.Count
	}
	return s
}
