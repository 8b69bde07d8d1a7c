package demand

import "github.com/rackvet/rackvet/internal/units"

// offloadBuffer is what DeepSpeed's estimator multiplies offloaded states by for
// its buffers (docs, "Memory Requirements").
const offloadBuffer = 1.5

// offloadLeast and offloadMost are what was measured and what works, over the 27
// bytes a parameter that are computed: offloadPart has the sources.
const offloadLeast, offloadMost = 25.4 / 27, 30.0 / 27

// SystemReserve is what the operating system and a node's agents keep of host
// memory, once a node: 25 % of the first 4 GiB, 20 % of the next 4, 10 % of the
// next 8, 6 % of the next 112 and 2 % beyond, and 100 MiB (GKE's rule, node
// allocatable).
func SystemReserve(memory float64) float64 {
	kept, rest := 100.0*mib, memory
	for _, step := range []struct{ size, share float64 }{{4, 0.25}, {4, 0.20}, {8, 0.10}, {112, 0.06}} {
		part := min(rest, step.size*gib)
		kept += part * step.share
		rest -= part
	}
	return min(kept+rest*0.02, memory)
}

// SystemLeast is the least of that: the kernel's description of each page, 64 bytes
// for 4 KiB (Linux, struct page), and 1 GiB, with which Ubuntu Server installs.
func SystemLeast(memory float64) float64 { return min(memory/64+gib, SystemReserve(memory)) }

// processPart is the resident memory of the processes that drive a node's GPUs,
// one a GPU: 2.96 to 3.97 GB were measured (PEFT README, CPU columns).
func processPart(processes int) part {
	n := float64(processes)
	return part{name: "process", bytes: n * 3.5 * gb, low: n * 3 * gb, high: n * 4 * gb,
		formula: units.Several(processes, "process") + " × 3.5 GB = " + size(n*3.5*gb)}
}

// host is the host memory of one node of a training run.
func (w Training) host(s shape, p Parallelism, n ranks, checkpoint float64) *sum {
	rec := w.recipe()
	host := &sum{confidence: Rough}
	process, offload, files := processPart(n.gpus), part{}, rec.weights
	if w.Offload != "none" {
		offload = w.offloadPart(s, rec, p, n)
	}
	if w.Method == "qlora" {
		files = 2 // quantised on the way
	}
	load := trainedPart(s.total*files, w.Files, n.gpus)
	if w.Method == "qlora" && w.Sharding == "zero3" && w.Files != "pickle" && n.all() > 1 {
		load = gatheredPart(s.total*files, process, offload)
	}
	host.add(process)
	host.add(load)
	host.add(offload)
	if w.Checkpoints {
		host.add(w.stagingPart(checkpoint, p, n))
	}
	if *w.LoaderWorkers > 0 {
		workers, batch := float64(*w.LoaderWorkers*n.gpus), float64(w.MicroBatch)*float64(w.SequenceLength)*3*8
		host.add(part{name: "loader", bytes: workers * 2 * batch, error: 0.5, inputs: []string{"loader_workers", "micro_batch", "sequence_length"},
			// PyTorch's prefetch_factor is 2; input ids, labels and mask are 64 bit.
			formula: units.Several(workers, "worker") + " × 2 batches × " + size(batch) + " = " + size(workers*2*batch)})
	}
	host.add(part{name: "dataset", bytes: w.Dataset, inputs: []string{"dataset"}, formula: size(w.Dataset) + " to stay in the page cache"})
	return host
}

// stagingPart is a checkpoint's copy in host memory while it is written beside
// the run: that of each rank's states, over the ranks of a node (PyTorch,
// "Asynchronous Saving with Distributed Checkpoint"). A run that waits for the
// write takes next to nothing, the low end. Copies of the model that are not
// sharded write one of them.
func (w Training) stagingPart(checkpoint float64, p Parallelism, n ranks) part {
	nodes := n.nodes
	if w.Sharding == "none" {
		nodes = min(nodes, ceilDiv(p.Tensor*p.Pipeline*p.Expert, n.gpus))
	}
	b := checkpoint / float64(nodes)
	return part{name: "checkpoint", bytes: b, high: b, inputs: []string{"checkpoint_every", "optimizer", "master"},
		formula: size(checkpoint) + divided(float64(nodes), "nodes") + " staged = " + size(b)}
}

// offloadStep is what one optimizer step moves to one GPU over its slot, which
// is the busier direction: the 16 bit weights that the CPU updated, each rank its
// share, and with "all" every layer's weights for the forward and the backward
// pass of each micro-batch too (ZeRO-Offload, section 4; ZeRO-Infinity, section 4).
// 0 without offload, and for adapters, whose states are small.
func (w Training) offloadStep(s shape, p Parallelism) float64 {
	if w.Offload == "none" || w.Method != "full" {
		return 0
	}
	ranks := float64(p.Tensor * p.Pipeline)
	if w.Sharding != "none" {
		ranks *= float64(p.Data * p.Context)
	}
	passes := 1.0
	if w.Offload == "all" {
		micro := 1.0
		if w.GlobalBatch > 0 {
			micro = ceil(float64(w.GlobalBatch), float64(w.MicroBatch*p.Data))
		}
		passes += 2 * micro
	}
	return s.total / ranks * w.recipe().weights * passes
}

// offloadPart is what moves to host memory: optimizer states, master copy and
// fp32 gradients, 16 bytes a parameter with AdamW, and with "all" the weights
// too, 18, times the buffers' 1.5 (DeepSpeed, "Memory Requirements"): 24 and 27
// bytes. Runs on machines of 14.6, 16.5, 22.7 and 26.8 bytes a parameter failed
// (axolotl issue 1439, DeepSpeed 4867, LlamaFactory 6755 and 4629), 25.4 were
// measured (Linly 83), the low end, and 30.0 work (DeepSeek-Coder 78), the high
// end. Frozen weights are not trained, and the buffers' share of them is not known.
func (w Training) offloadPart(s shape, r recipe, p Parallelism, n ranks) part {
	trained := s.total
	if w.Method != "full" {
		a, b := s.adapters(float64(w.LoRARank), w.LoRATargets)
		trained = a + b
	}
	each := r.optimizer() + 4
	frozen := 0.0
	if w.Offload == "all" {
		each += r.weights
		if w.Method != "full" {
			frozen = s.total * w.weightBytes(r)
		}
	}
	// Copies of the model that are not sharded are offloaded one by one.
	copies := 1.0
	if w.Sharding == "none" {
		copies = float64(p.Data * p.Context)
	}
	share := copies / float64(n.nodes)
	b := (trained*each + frozen) * share * offloadBuffer
	text := count(trained) + " parameters × " + bytesEach(each)
	if frozen > 0 {
		text = "(" + text + " + " + size(frozen) + " frozen weights)"
	}
	if copies > 1 {
		text += " × " + count(copies) + " unsharded copies"
	}
	return part{name: "offload", bytes: b, low: trained*each*share*offloadBuffer*offloadLeast + frozen*share, high: b * offloadMost,
		inputs:  []string{"offload", "optimizer"},
		formula: text + divided(float64(n.nodes), "nodes") + " × 1.5 buffers = " + size(b)}
}
