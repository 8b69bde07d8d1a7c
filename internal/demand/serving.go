package demand

import "github.com/rackvet/rackvet/internal/units"

// working adds what an engine takes beside weights and cache.
func (w Inference) working(gpu *sum, s shape, l layout, h Host) {
	switch w.Engine {
	case "sglang":
		// 5 to 8 GB are to be left for activations and graphs (hyperparameter tuning
		// page). On smaller GPUs, where it computes 2048 tokens at a time, SGLang leaves
		// 512 MiB + 1.5 MiB a token and a little for graphs (server_args).
		p := part{name: "reserve", bytes: 6.5 * gb, low: 5 * gb, high: 8 * gb, inputs: []string{"engine"},
			formula: "6.5 GB for activations and CUDA graphs"}
		if small(h) {
			p.bytes, p.low, p.high, p.formula = 3.6*gib, 2.5*gib, 5*gib, "3.6 GiB for activations and CUDA graphs"
		}
		gpu.add(p)
	case "tensorrt-llm":
		w.tensorRT(gpu, s, l)
	case "llama.cpp", "ktransformers":
		// Compute buffer with flash attention, and what a device takes at least
		// (llama.cpp and ollama logs).
		gpu.add(part{name: "activations", bytes: 0.4 * gib, low: 0.1 * gib, high: 0.7 * gib, inputs: []string{"engine"},
			formula: "0.4 GiB compute buffer"})
		gpu.add(part{name: "reserve", bytes: 457 * mib, low: 100 * mib, high: 700 * mib, inputs: []string{"engine"},
			formula: "457 MiB a device"})
	case "transformers":
		// generate stays within 0.33 GiB of weights and cache, and comes near to
		// nothing for short prompts (Qwen speed tables).
		gpu.add(part{name: "activations", bytes: 0.17 * gib, high: 0.33 * gib, inputs: []string{"engine"},
			formula: "0.17 GiB working memory"})
		gpu.add(contextPart())
	default:
		w.vllm(gpu, s, l, h)
	}
}

// vllm adds the peak of vLLM's profiling run, and what lies outside of PyTorch
// and in CUDA graphs.
//
// The peak is the sampler's over max_num_seqs rows of logits, 15 bytes each, at
// least 0.75 GiB, the same at any tensor parallelism and divided by pipeline
// parallelism; mixtures of experts take 0.8 GiB more. Against 11 dense models
// that it was not fitted on it is -4 % in the mean and -13 % at worst
// (llm-d start-up measurements, vLLM 0.17 on).
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
		p.high += 0.4 * gib
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

// share is what the engine may take of a GPU's memory. For vLLM that is
// utilization itself; SGLang's counts weights and cache, and what it leaves for
// the rest comes on top; TensorRT-LLM's is of what is free, and in the reserve.
func (w Inference) share(h Host, gpu Memory) float64 {
	switch w.Engine {
	case "tensorrt-llm":
		return 0
	case "sglang":
		if w.Utilization == 0 || h.UsableMemory <= 0 {
			return 0
		}
		return min(w.Utilization+gpu.Reserve/h.UsableMemory, 1)
	}
	return w.Utilization
}

// host is the host memory of one node: processes, the load peak, weights that
// stay there and what the engine pins.
func (w Inference) host(s shape, l layout, n ranks) *sum {
	host := &sum{confidence: Rough}
	processes := min(l.group*l.pipeline*l.replicas, n.gpus*n.nodes)
	if w.Engine == "llama.cpp" || w.Engine == "ktransformers" || w.Engine == "transformers" {
		processes = l.replicas
	}
	host.add(processPart(ceilDiv(processes, n.nodes)))
	_, stays, known := w.resident(s)
	f := formats[w.Weights]
	host.add(loadPart(f.bytes(s)))
	if !known {
		host.unknown(s.missing(w.Model) + ", so what stays in host memory is not known")
	}
	if stays.total > 0 {
		copies := ceilDiv(l.replicas, n.nodes)
		b := f.bytes(stays) * float64(copies)
		host.add(part{name: "weights", bytes: b, error: weightError, inputs: []string{"cpu_layers", "cpu_experts", "weights"},
			formula: count(stays.total) + " parameters" + f.text(stays) + " × " + several(copies, "replica") + " = " + size(b)})
	}
	if stays.layers = min(float64(w.CPULayers), s.layers); known && stays.layers > 0 && s.known {
		c := kvOf(w.Model, s, 1, 1, w.kvBytes())
		c.layers, c.windowed = c.layers*stays.layers/s.layers, c.windowed*stays.layers/s.layers
		b := max(c.of(w.inFlight(l), float64(w.Context)), c.of(1, float64(w.MaxContext))) * float64(ceilDiv(l.replicas, n.nodes))
		host.add(part{name: "kv_cache", bytes: b, error: kvError, inputs: []string{"cpu_layers", "kv_cache"},
			formula: "cache of " + several(stays.layers, "layer") + " = " + size(b)})
	}
	swap := w.SwapSpace * float64(n.gpus)
	host.add(part{name: "swap", bytes: swap, inputs: []string{"swap_space"},
		formula: several(n.gpus, "GPU") + " × " + size(w.SwapSpace) + " = " + size(swap)})
	return host
}
