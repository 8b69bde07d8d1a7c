package demand

import "github.com/rackvet/rackvet/internal/units"

// weightsDivision is how a replica divides weights: experts over the whole group,
// the rest over the tensor-parallel ranks of the attention.
func (l layout) weightsDivision() division {
	return division{tensor: float64(l.attention()), experts: float64(l.group), pipeline: float64(l.pipeline), last: l.last}
}

// fullest is the demand of a replica's worst rank, and the layout with the stage
// that it is of: the first, which has the longest share of the layers and an
// embedding as large as the output matrix, or the last where there is no embedding.
func (w Inference) fullest(s shape, l layout, h Host) (*sum, layout) {
	first := w.rank(s, l, h)
	if l.pipeline == 1 || !w.embedsOnHost() {
		return first, l
	}
	l.last = true
	if last := w.rank(s, l, h); last.total() > first.total() {
		return last, l
	}
	l.last = false
	return first, l
}

// rank is the demand of one of a replica's ranks.
func (w Inference) rank(s shape, l layout, h Host) *sum {
	gpu := &sum{}
	d := l.weightsDivision()
	here, _, known := w.resident(s)
	if !known {
		gpu.unknown(s.missing(w.Model) + ", so what stays in host memory is not known")
	}
	gpu.add(weightsPart(here, d, w.Weights, "model", "weights", "parallelism"))
	switch lacks := w.lacks(s); {
	case w.Model.Family == "embedding":
		w.embedding(gpu, s, l)
		return gpu
	case lacks != "":
		gpu.unknown(lacks + ", so the KV cache is not known")
	default:
		w.cache(gpu, w.Model, s, l, w.on(s, l))
		if w.AdapterCount > 0 {
			gpu.add(w.adapters(s, l))
		}
	}
	w.draft(gpu, l)
	w.working(gpu, s, l, h)
	return gpu
}

// lacks says what of its model the KV cache needs and nothing states.
func (w Inference) lacks(s shape) string {
	if s.known && w.Model.Attention == "mla" && w.Model.KVLoRARank == 0 {
		return "the shape of model " + quoted(w.Model.ID) + " lacks kv_lora_rank"
	} else if !s.known {
		return s.missing(w.Model)
	}
	return ""
}

// embedding adds the activations of a model that has no KV cache: 2·tokens·(16h +
// 8f) for all requests that are scheduled at once, or for the longest, one layer's at
// a time.
func (w Inference) embedding(gpu *sum, s shape, l layout) {
	if s.known {
		n, length, inputs := w.inFlight(l), w.Context, []string{"concurrency", "context", "max_num_seqs"}
		if n*float64(length) < float64(w.MaxContext) {
			n, length, inputs = 1, w.MaxContext, []string{"max_context"}
		}
		b := 2 * n * float64(length) * (16*s.hidden + 8*s.ffn) / float64(l.tensor)
		gpu.add(part{name: "activations", bytes: b, error: 0.35, inputs: inputs,
			formula: "2 B × " + units.Several(n, "request") + " × " + units.Several(length, "token") + " × (16 × " + count(s.hidden) + " + 8 × " +
				count(s.ffn) + ")" + divided(float64(l.tensor), "tensor") + " = " + size(b)})
	} else {
		gpu.unknown(s.missing(w.Model) + ", so activations are not known")
	}
	gpu.add(contextPart())
}

// draft adds the model that speculates: its weights and a KV cache of its own.
func (w Inference) draft(gpu *sum, l layout) {
	switch {
	case w.Draft == nil && w.DraftName != "":
		gpu.unknown("model " + quoted(w.DraftName) + " is described nowhere")
	case w.Draft != nil:
		s, _ := w.embedded(shapeOf(w.Draft))
		p := weightsPart(s, l.weightsDivision(), loaded(w.Draft, w.Engine), "draft_model")
		p.formula = "draft " + p.formula
		gpu.add(p)
		if !s.known {
			gpu.unknown(s.missing(w.Draft) + ", so its KV cache is not known")
			return
		}
		w.cache(gpu, w.Draft, s, l, s.stage(l.weightsDivision())/s.layers)
	}
}
