package demand

// shard is the largest file of a checkpoint in safetensors, read through the
// page cache and copied once (Transformers, save_pretrained's max_shard_size).
const shard = 5 * gb

// offloadBuffer is what DeepSpeed's estimator multiplies offloaded states by for
// its buffers (docs, "Memory Requirements").
const offloadBuffer = 1.5

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

// processPart is the resident memory of the processes that drive a node's GPUs,
// one a GPU: 2.96 to 3.97 GB were measured (PEFT README, CPU columns).
func processPart(processes int) part {
	n := float64(processes)
	return part{name: "process", bytes: n * 3.5 * gb, low: n * 3 * gb, high: n * 4 * gb,
		formula: several(processes, "process") + " × 3.5 GB = " + size(n*3.5*gb)}
}

// loadPart is the peak of loading a checkpoint on a node. Safetensors are mapped
// and read through the page cache: one file, up to the whole of it where the
// loader keeps it until all is on the GPUs. A pickle is read whole by every
// process (13·10⁹ parameters in four processes: 104 GB, vLLM issue 586), twice
// where the model is made before it is filled.
func loadPart(checkpoint float64, files string, processes int) part {
	if files == "pickle" {
		b := checkpoint * float64(processes)
		return part{name: "load", bytes: b, low: b, high: 2 * b, inputs: []string{"files"},
			formula: several(processes, "process") + " × " + size(checkpoint) + " of pickle = " + size(b)}
	}
	b := min(checkpoint, shard)
	return part{name: "load", bytes: b, high: checkpoint, formula: "largest file of a checkpoint of " + size(checkpoint) + " = " + size(b)}
}

// host is the host memory of one node of a training run.
func (w Training) host(s shape, p Parallelism, n ranks, checkpoint float64) *sum {
	rec := w.recipe()
	host := &sum{confidence: Rough}
	host.add(processPart(n.gpus))
	files := rec.weights
	if w.Method == "qlora" {
		files = 2 // quantised on the way
	}
	host.add(loadPart(s.total*files, w.Files, n.gpus))
	if w.Offload != "none" {
		host.add(w.offloadPart(s, rec, p, n))
	}
	if w.Checkpoints {
		host.add(w.stagingPart(checkpoint, p, n))
	}
	if *w.LoaderWorkers > 0 {
		workers, batch := float64(*w.LoaderWorkers*n.gpus), float64(w.MicroBatch)*float64(w.SequenceLength)*3*8
		host.add(part{name: "loader", bytes: workers * 2 * batch, error: 0.5, inputs: []string{"loader_workers", "micro_batch", "sequence_length"},
			// PyTorch's prefetch_factor is 2; input ids, labels and mask are 64 bit.
			formula: several(workers, "worker") + " × 2 batches × " + size(batch) + " = " + size(workers*2*batch)})
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
// too, 18, times the buffers' 1.5 (DeepSpeed, "Memory Requirements"). High is
// 37.5 bytes where that says 30: 40·10⁹ parameters in 1.5 TB (DeepSpeed,
// ZeRO-Infinity).
func (w Training) offloadPart(s shape, r recipe, p Parallelism, n ranks) part {
	trained := s.total
	if w.Method != "full" {
		a, b := s.adapters(float64(w.LoRARank), w.LoRATargets)
		trained = a + b
	}
	each := r.optimizer() + 4
	frozen, frozenText := 0.0, ""
	if w.Offload == "all" {
		each += r.weights
		if w.Method != "full" {
			frozen = s.total * w.weightBytes(r)
			frozenText = " + " + size(frozen) + " frozen weights"
		}
	}
	// Copies of the model that are not sharded are offloaded one by one.
	copies := 1.0
	if w.Sharding == "none" {
		copies = float64(p.Data * p.Context)
	}
	b := (trained*each + frozen) * copies / float64(n.nodes) * offloadBuffer
	text := count(trained) + " parameters × " + bytesEach(each) + frozenText
	if copies > 1 {
		text += " × " + count(copies) + " unsharded copies"
	}
	return part{name: "offload", bytes: b, low: b / offloadBuffer, high: b * 1.25, inputs: []string{"offload", "optimizer"},
		formula: text + divided(float64(n.nodes), "nodes") + " × 1.5 buffers = " + size(b)}
}
