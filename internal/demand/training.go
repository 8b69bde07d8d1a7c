package demand

import (
	"strconv"
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
	// Gradients is "bf16", "fp32", or "none" where the backward pass applies each
	// as it is made.
	Gradients string
	// Optimizer is "adamw", "adamw-8bit", "adafactor", "lion", "sgd" or "muon".
	Optimizer string
	// Master is the optimizer's own copy of the weights, "fp32" or "none".
	Master string
	// FusedKernels says whether norms are one kernel each, as torch.compile, Liger
	// and Megatron make them; nil is left out.
	FusedKernels *bool
	// Loss is "whole", or "chunked" where it sees some of the logits at a time.
	Loss string
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
	// Files is "safetensors" or "pickle".
	Files string
	// Checkpoints says whether the run writes any.
	Checkpoints bool
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
	r.Parallelism, r.Ranks = p, p.Tensor*p.Pipeline*p.Context*p.Data
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
	r.Checkpoint = w.checkpoint(s)
	r.OffloadStep = w.offloadStep(s, p)
	r.Host = w.host(s, p, n, r.Checkpoint).memory()
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
	if w.Precision == "fp32" && w.Gradients != "none" {
		w.Gradients = "fp32"
	}
	text(&w.Gradients, "gradients", "bf16")
	text(&w.Optimizer, "optimizer", "adamw")
	switch {
	case w.Precision == "fp32": // the weights are the copy
		w.Master = "none"
	case w.Optimizer == "adamw-8bit":
		text(&w.Master, "master", "none")
	default:
		text(&w.Master, "master", "fp32")
	}
	length := 4096
	if most := w.Model.MaxContext; most > 0 {
		length = min(length, most)
	}
	number(&w.SequenceLength, "sequence_length", length)
	number(&w.MicroBatch, "micro_batch", 1)
	text(&w.Recompute, "recompute", "none")
	text(&w.Attention, "attention", "flash")
	if w.FusedKernels == nil {
		fused := w.Kind == "training"
		w.FusedKernels = &fused
		r.assume("fused_kernels", strconv.FormatBool(fused))
	}
	if w.hasLogits() {
		text(&w.Loss, "loss", "whole")
	}
	if r.Parallelism.Data*r.Parallelism.Context > 1 {
		text(&w.Sharding, "sharding", "none")
	}
	w.Sharding = or(w.Sharding, "none")
	w.Offload, w.Files = or(w.Offload, "none"), or(w.Files, "safetensors")
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
