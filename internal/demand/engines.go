package demand

import "github.com/rackvet/rackvet/internal/units"

// vllm adds the peak of vLLM's profiling run, and what lies outside of PyTorch
// and in CUDA graphs.
//
// The peak is the sampler's over max_num_seqs rows of logits, 15 bytes each, at
// least 0.75 GiB, the same at any tensor parallelism and divided by pipeline
// parallelism; mixtures of experts take 0.8 GiB more, and 117·10⁹ parameters of
// them 7.4 GiB in all on one H100, the high end (issues 27508 and 23278). Against
// 11 dense models that it was not fitted on it is -4 % in the mean and -13 % at
// worst (llm-d start-up measurements, vLLM 0.17 on).
//
// One GPU takes 0.13 to 0.27 GiB outside of PyTorch and 0.4 to 1.85 in graphs.
// With more, NCCL takes 2.1 GiB on an H100 and the pool comes out 1.7 to 4.1 GiB
// smaller still than the sum of what is logged: 5 GiB in all are to be kept.
// Smaller GPUs have no NVSwitch to hold buffers for: 0.30 GiB on two L40S (issue
// 15815), 0.55 in other reports.
func (w Inference) vllm(gpu *sum, s shape, l layout, h Host) {
	peak := func(sequences float64) float64 {
		b := max(15*sequences*s.vocab/float64(l.pipeline), 0.75*gib)
		if s.sparse > 0 {
			b += 0.8 * gib
		}
		return b
	}
	sequences := float64(w.MaxNumSeqs)
	p := part{name: "activations", bytes: peak(sequences), inputs: []string{"max_num_seqs", "engine"}}
	p.low, p.high = peak(min(sequences, 256))*0.85, p.bytes*1.15
	p.formula = "15 B × " + count(sequences) + " sequences × " + count(s.vocab) + " vocabulary" +
		divided(float64(l.pipeline), "pipeline") + ", at least 0.75 GiB"
	if s.sparse > 0 {
		p.formula += ", + 0.8 GiB for experts"
		p.high += 1.1 * gib
	}
	p.formula += " = " + size(p.bytes)
	gpu.add(p)
	if l.group*l.pipeline > 1 && small(h) {
		gpu.add(part{name: "reserve", bytes: 1.6 * gib, low: 0.3 * gib, high: 5 * gib, inputs: []string{"engine", "parallelism"},
			formula: "0.55 GiB CUDA context and communication + 1.04 GiB CUDA graphs"})
		return
	}
	if l.group*l.pipeline > 1 {
		gpu.add(part{name: "reserve", bytes: 5 * gib, low: 2.5 * gib, high: 8 * gib, inputs: []string{"engine", "parallelism"},
			formula: "5 GiB CUDA context, communication and CUDA graphs"})
		return
	}
	gpu.add(part{name: "reserve", bytes: 1.31 * gib, low: 0.53 * gib, high: 2.12 * gib, inputs: []string{"engine"},
		formula: "0.27 GiB CUDA context + 1.04 GiB CUDA graphs"})
}

// small says whether a GPU is none of the large ones that engines have settings
// of their own for; one of unknown memory is taken for large.
func small(h Host) bool { return h.UsableMemory > 0 && h.UsableMemory < 70*gib }

// tensorRT adds TensorRT-LLM's activations, 2·tokens·h·c bytes with c 10, 6, 5 at
// tensor parallelism of 1, 2, 4 and more and at least 70 MiB, for batches of 8192
// tokens; NCCL's 342 to 392 MB and 3.5 GiB for the rest (NVIDIA aiconfigurator).
// The KV cache gets 90 % of what is free then, so that a ninth of it stays free.
func (w Inference) tensorRT(gpu *sum, s shape, l layout) {
	const tokens = 8192
	c := 5.0
	switch l.tensor {
	case 1:
		c = 10
	case 2, 3:
		c = 6
	}
	b := max(2*tokens*s.hidden*c, 70*mib)
	gpu.add(part{name: "activations", bytes: b, error: 0.2, inputs: []string{"engine", "parallelism"},
		formula: "2 B × " + count(tokens) + " tokens × " + count(s.hidden) + " × " + units.Number(c, 0) + " = " + size(b)})
	other, text := 3.5*gib, "3.5 GiB CUDA context and buffers"
	switch {
	case l.tensor > 2:
		other, text = other+392e6, text+" + 392 MB communication"
	case l.tensor == 2:
		other, text = other+342e6, text+" + 342 MB communication"
	}
	gpu.add(part{name: "reserve", bytes: other, error: 0.3, inputs: []string{"engine"}, formula: text})
	share := or(w.Utilization, defaultUtilization)
	free := gpu.of("kv_cache") * (1/share - 1)
	gpu.add(part{name: "reserve", bytes: free, error: kvError, inputs: []string{"utilization"},
		formula: units.Number(100-100*share, 1) + " % of the memory for the KV cache left free = " + size(free)})
}
