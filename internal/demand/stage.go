package demand

import (
	"strconv"
	"strings"
)

// trained is what a rank trains: its share of the model, or of the adapters.
type trained struct{ dense, experts float64 }

func (t trained) all() float64 { return t.dense + t.experts }

// stage is the demand of a rank of the first or the last pipeline stage.
func (w Training) stage(s shape, p Parallelism, n ranks, last bool) *sum {
	d := division{float64(p.Tensor), float64(p.Tensor * p.Expert), float64(p.Pipeline), last}
	expert := float64(p.Expert)
	z := shardsOf(w.Sharding, float64(p.Data*p.Context))
	rec := w.recipe()
	mine := s.share(d)

	gpu := &sum{}
	t, relative := w.trains(s, mine, d), 0.20
	if w.Method != "full" {
		relative = 0.35
	}
	if w.Offload != "all" {
		w.weights(gpu, s, d, z, rec, t)
	}
	largest := w.largest(s, d)
	if w.Offload == "none" {
		gradients, optimizer := stateParts(t, rec, z, expert)
		if w.Gradients == "none" {
			gradients = passingPart(largest, rec.weights)
		}
		gpu.add(gradients)
		gpu.add(optimizer)
	}
	if s.known {
		w.working(gpu, s, w.backward(s, p, mine.layers, last), p, last, relative)
		if w.Method == "qlora" {
			// Frozen matrices are unpacked one by one.
			matrix := s.hidden * max(s.ffn, s.expertFFN, s.heads*s.headDim) / d.tensor
			gpu.add(part{name: "activations", bytes: matrix * 2, low: matrix, high: max(largest, matrix) * 2, inputs: []string{"method"},
				formula: count(matrix) + " parameters of a matrix unpacked × 2 B = " + size(matrix*2)})
		}
	} else {
		what := ", so activations are not known"
		if w.Method != "full" {
			what = ", so adapters and activations are not known"
		}
		gpu.unknown(s.missing(w.Model) + what)
	}
	if z.optimizer > 1 || w.Offload != "none" {
		sharding := w.Sharding
		if w.Offload == "all" {
			sharding = "zero3" // layers come from host memory as they would from other ranks
		}
		gpu.add(gatherPart(sharding, largest, t.all(), w.weightBytes(rec), rec.gradients))
	}
	gpu.add(slackPart(gpu))
	gpu.add(contextPart())
	gpu.add(communicationPart(n.all()))
	return gpu
}

// working adds activations, and the logits where the rank has them.
func (w Training) working(gpu *sum, s shape, b backward, p Parallelism, last bool, relative float64) {
	addActivations(gpu, s, b, relative)
	if w.hasLogits() && (p.Pipeline == 1 || last) {
		gpu.add(logitsPart(s, b, relative))
	}
}

// hasLogits says whether the loss sees logits. What fine-tunes an encoder of
// embeddings compares vectors and has no output matrix (sentence-transformers,
// losses; Chen et al. 2024, BGE M3). Trained from nothing it guesses masked tokens
// over the vocabulary (Devlin et al. 2019, section 3.1).
func (w Training) hasLogits() bool { return w.Model.Family != "embedding" || w.Kind == "training" }

// trains is what a rank trains. Adapters are divided as the layers they sit on.
func (w Training) trains(s, mine shape, d division) trained {
	if w.Method == "full" {
		return trained{mine.total - mine.experts, mine.experts}
	}
	if !s.known {
		return trained{}
	}
	dense, experts := s.adapters(float64(w.LoRARank), w.LoRATargets)
	stage := mine.layers / s.layers
	return trained{dense * stage / d.tensor, experts * stage / d.experts}
}

// weightBytes is the bytes of a weight of the model itself.
func (w Training) weightBytes(r recipe) float64 {
	if w.Method == "qlora" {
		return formats["nf4"].bits / 8
	}
	return r.weights
}

// weights adds the weights of a rank, with the adapters where there are any.
// QLoRA keeps the frozen ones in NF4 in blocks of 64; double quantisation would
// save a twelfth, the low end.
func (w Training) weights(gpu *sum, s shape, d division, z shards, r recipe, t trained) {
	mine, expert := s.share(d), d.experts/d.tensor
	inputs := []string{"model", "precision", "sharding", "parallelism"}
	stored := "bf16"
	switch {
	case w.Method == "qlora":
		stored = "nf4"
	case r.weights == 4:
		stored = "fp32"
	}
	p := weightsPart(s, d, stored, inputs...)
	if z.weights > 1 {
		p.bytes, p.formula = formats[stored].sharded(mine, strings.TrimSuffix(p.formula, " = "+size(p.bytes)), z.weights, expert)
	}
	if stored == "nf4" {
		double := formats["nf4-dq"].bytes(mine) / formats["nf4"].bytes(mine)
		p.low, p.high = p.bytes*double*(1-weightError), p.bytes*1.1 // bitsandbytes peaks run 5 to 10 % higher
	}
	gpu.add(p)
	if w.Method != "full" {
		b := divide(t.dense, t.experts, r.weights, z.weights, expert)
		gpu.add(part{name: "weights", bytes: b, error: stateError, inputs: []string{"lora"},
			formula: t.product("in adapters of rank "+strconv.Itoa(w.LoRARank), bytesEach(r.weights), z.weights, expert) + " = " + size(b)})
	}
}

// sharded is the weights of a rank divided over data ranks, and that in words:
// whole is the words of what is divided.
func (f format) sharded(mine shape, whole string, shard, expert float64) (bytes float64, text string) {
	if f.kept(mine) > 0 && f.bits != 16 {
		whole = "(" + whole + ")"
	}
	if expert == 1 || mine.experts == 0 {
		bytes = f.bytes(mine) / shard
		return bytes, whole + divided(shard, "data ranks") + " = " + size(bytes)
	}
	dense, experts := mine, shape{total: mine.experts, experts: mine.experts}
	dense.total, dense.experts = mine.total-mine.experts, 0
	bytes = f.bytes(dense)/shard + f.bytes(experts)/expertShard(shard, expert)
	return bytes, "(" + count(dense.total) + " parameters of a rank" + f.text(dense) + ")" + divided(shard, "data ranks") + " + " +
		count(experts.total) + " of experts" + f.text(experts) + divided(expertShard(shard, expert), "data ranks") + " = " + size(bytes)
}

// largest is the most parameters that one layer of a rank has.
func (w Training) largest(s shape, d division) float64 {
	if !s.known {
		return 0
	}
	layer := s.layer() / d.tensor
	if s.sparse > 0 {
		layer += s.experts / s.sparse / d.experts
	}
	return max(layer, s.embed/d.tensor)
}

// backward is what the rank's activations are counted from. The first stage of
// a pipeline holds the activations of as many micro-batches as there are stages,
// the last of one (Korthikanti et al. 2022, section 4.2.3).
func (w Training) backward(s shape, p Parallelism, layers float64, last bool) backward {
	b := backward{
		tokens:   float64(w.MicroBatch) * float64(w.SequenceLength) / float64(p.Context),
		sequence: float64(w.SequenceLength), tensor: float64(p.Tensor), sequenceParallel: w.SequenceParallel,
		eager: w.Attention == "eager", gated: s.matrices == 3, copies: !*w.FusedKernels,
		width: 2, recompute: w.Recompute, layers: layers, inFlight: 1, chunked: w.Loss == "chunked",
	}
	b.vectorsEach = w.vectors()
	b.vectors = float64(w.MicroBatch) * b.vectorsEach / float64(p.Context)
	if w.Precision == "fp32" {
		b.width = 4
	}
	if p.Pipeline > 1 && !last {
		b.inFlight = float64(p.Pipeline)
		if micro := w.MicroBatch * p.Data; w.GlobalBatch > 0 {
			b.inFlight = min(b.inFlight, float64(max(ceilDiv(w.GlobalBatch, micro), 1)))
		}
	}
	return b
}
