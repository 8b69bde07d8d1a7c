package demand

import (
	"strconv"
	"strings"
)

// Training trains or fine-tunes a language model. The zero value of a field is
// an attribute that was left out; Demand fills it in and lists it as a default.
type Training struct {
	Placement
	Model     *Model
	ModelName string // as written, for messages
	// Kind is "training" or "finetuning".
	Kind string
	// Method is "full", "lora" or "qlora".
	Method string
	// Precision is "bf16", "fp16", "fp32" or "fp8".
	Precision string
	// Gradients is "bf16" or "fp32".
	Gradients string
	// Optimizer is "adamw", "adamw-8bit", "adafactor", "lion", "sgd" or "muon".
	Optimizer string
	// SequenceLength is the tokens of one sequence.
	SequenceLength int
	// MicroBatch is the sequences one data-parallel rank computes at once.
	MicroBatch int
	// GlobalBatch is the sequences of one optimizer step.
	GlobalBatch int
	// Recompute is "none", "selective" or "full".
	Recompute string
	// Attention is "flash" or "eager".
	Attention string
	// Sharding is "none", "zero1", "zero2" or "zero3".
	Sharding string
	// Offload is "none", "optimizer" or "all".
	Offload string
	// Dataset is what is to stay in the page cache, bytes.
	Dataset float64
	// LoaderWorkers is the data loader's processes for one GPU; nil is left out.
	LoaderWorkers *int
	// Parallel is the degrees as written; 0 is left out.
	Parallel Parallelism
	// SequenceParallel divides the activations outside the tensor-parallel blocks.
	SequenceParallel bool
	// LoRARank is the adapters' inner dimension.
	LoRARank int
	// LoRATargets is "attention" or "all".
	LoRATargets string
}

// Demand is the model states, activations, logits and reserve of the worst rank,
// and what the processes of one node take of host memory.
func (w Training) Demand(h Host) Result {
	r := Result{Pooled: 1, Parallelism: Parallelism{1, 1, 1, 1, 1}}
	n := w.over(h, h.GPUs, &r)
	r.GPUs, r.Nodes = n.gpus, n.nodes
	p, fault := w.degrees(n)
	r.Parallelism = p
	if w.Model == nil {
		return r.undescribed(w.ModelName)
	}
	w.fill(&r)
	r.Pooled = n.pooled(p, w.Sharding != "none")
	s := shapeOf(w.Model)
	switch {
	case fault != "":
		return r.cannot(fault)
	case s.total <= 0:
		return r.cannot("the parameters of model " + quoted(w.Model.ID) + " are not known")
	case w.Method != "full" && !s.known:
		return r.cannot(s.missing(w.Model))
	}
	gpu := w.stage(s, p, n, false)
	if p.Pipeline > 1 {
		last := w.stage(s, p, n, true)
		if a, _, _ := gpu.bytes(); a < last.total() {
			gpu = last
		}
	}
	r.GPU = gpu.memory()
	r.GPU.Total = r.GPU.Bytes * float64(n.all())
	r.Host = w.host(s, p, n).memory()
	r.Host.Total = r.Host.Bytes * float64(n.nodes)
	return r
}

// fill puts in the defaults that matter and lists them.
func (w *Training) fill(r *Result) {
	text := func(at *string, name, value string) {
		if *at == "" {
			*at = value
			r.assume(name, value)
		}
	}
	number := func(at *int, name string, value int) {
		if *at == 0 {
			*at = value
			r.assume(name, strconv.Itoa(value))
		}
	}
	if w.Kind == "training" {
		w.Method = or(w.Method, "full")
	}
	text(&w.Method, "method", "full")
	text(&w.Precision, "precision", "bf16")
	if w.Precision == "fp32" {
		w.Gradients = "fp32"
	}
	text(&w.Gradients, "gradients", "bf16")
	text(&w.Optimizer, "optimizer", "adamw")
	length := 4096
	if most := w.Model.MaxContext; most > 0 {
		length = min(length, most)
	}
	number(&w.SequenceLength, "sequence_length", length)
	number(&w.MicroBatch, "micro_batch", 1)
	text(&w.Recompute, "recompute", "none")
	text(&w.Attention, "attention", "flash")
	if r.Parallelism.Data*r.Parallelism.Context > 1 {
		text(&w.Sharding, "sharding", "none")
	}
	w.Sharding = or(w.Sharding, "none")
	w.Offload = or(w.Offload, "none")
	if w.Method != "full" {
		number(&w.LoRARank, "lora.rank", 16)
		text(&w.LoRATargets, "lora.targets", "all")
	}
	if w.LoaderWorkers == nil {
		workers := 2
		w.LoaderWorkers = &workers
		r.assume("loader_workers", "2")
	}
}

// stage is the demand of a rank of the first or the last pipeline stage.
func (w Training) stage(s shape, p Parallelism, n ranks, last bool) *sum {
	d := division{float64(p.Tensor), float64(p.Tensor * p.Expert), float64(p.Pipeline), last}
	expert := float64(p.Expert)
	z := shardsOf(w.Sharding, float64(p.Data*p.Context))
	rec := recipeOf(w.Precision, w.Gradients, w.Optimizer)
	mine := s.share(d)
	dense, experts := mine.total-mine.experts, mine.experts

	gpu := &sum{}
	trained, trainedExperts := dense, experts
	relative := 0.20
	if w.Method != "full" {
		trained, trainedExperts = s.adapters(float64(w.LoRARank), w.LoRATargets)
		trained *= mine.layers / s.layers / d.tensor
		trainedExperts *= mine.layers / s.layers / d.experts
		relative = 0.35
	}
	if w.Offload != "all" {
		w.weights(gpu, s, d, z, rec, trained, trainedExperts)
	}
	if w.Offload == "none" {
		gradients, optimizer := stateParts(trained, trainedExperts, rec, z, expert)
		gpu.add(gradients)
		gpu.add(optimizer)
	}
	largest := w.largest(s, d)
	if s.known {
		b := w.backward(s, p, mine.layers, last)
		gpu.add(activationsPart(s, b, relative))
		if p.Pipeline == 1 || last {
			gpu.add(logitsPart(s, b, relative))
		}
		if w.Method == "qlora" {
			// Frozen matrices are unpacked one by one.
			matrix := s.hidden * max(s.ffn, s.expertFFN, s.heads*s.headDim) / d.tensor
			gpu.add(part{name: "activations", bytes: matrix * 2, low: matrix, high: largest * 2, inputs: []string{"method"},
				formula: count(matrix) + " parameters of a matrix unpacked × 2 B = " + size(matrix*2)})
		}
	} else {
		gpu.unknown(s.missing(w.Model) + ", so activations are not known")
	}
	if z.optimizer > 1 || w.Offload != "none" {
		sharding := w.Sharding
		if w.Offload == "all" {
			sharding = "zero3" // layers come from host memory as they would from other ranks
		}
		gpu.add(gatherPart(sharding, largest, trained+trainedExperts, w.weightBytes(rec), rec.gradients))
	}
	gpu.add(slackPart(gpu))
	gpu.add(contextPart())
	gpu.add(communicationPart(n.all()))
	return gpu
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
func (w Training) weights(gpu *sum, s shape, d division, z shards, r recipe, trained, trainedExperts float64) {
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
		each := p.bytes / mine.total
		p.bytes = divide(mine.total-mine.experts, mine.experts, each, z.weights, expert)
		p.formula = strings.TrimSuffix(p.formula, " = "+size(each*mine.total)) + divided(z.weights, "data ranks") + " = " + size(p.bytes)
	}
	if stored == "nf4" {
		double := formats["nf4-dq"].bytes(mine) / formats["nf4"].bytes(mine)
		p.low, p.high = p.bytes*double*(1-weightError), p.bytes*1.1 // bitsandbytes peaks run 5 to 10 % higher
	}
	gpu.add(p)
	if w.Method != "full" {
		b := divide(trained, trainedExperts, r.weights, z.weights, expert)
		gpu.add(part{name: "weights", bytes: b, error: stateError, inputs: []string{"lora"},
			formula: count(trained+trainedExperts) + " in adapters of rank " + strconv.Itoa(w.LoRARank) + " × " + bytesEach(r.weights) +
				divided(z.weights, "data ranks") + " = " + size(b)})
	}
}

// largest is the most parameters that one layer of a rank has.
func (w Training) largest(s shape, d division) float64 {
	if !s.known {
		return 0
	}
	layer := s.blocks / s.layers / d.tensor
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
		eager: w.Attention == "eager", gated: s.matrices == 3, copies: w.Kind == "finetuning",
		width: 2, recompute: w.Recompute, layers: layers, inFlight: 1,
	}
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
