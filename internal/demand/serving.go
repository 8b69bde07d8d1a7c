package demand

import "github.com/rackvet/rackvet/internal/units"

// working adds what an engine takes beside weights and cache.
func (w Inference) working(gpu *sum, s shape, l layout, h Host) {
	switch w.Engine {
	case "sglang":
		w.sglang(gpu, s, l, h)
	case "tensorrt-llm":
		w.tensorRT(gpu, s, l)
	case "llama.cpp", "ktransformers":
		// Compute buffer with flash attention, and what a device takes at least
		// (llama.cpp and ollama logs).
		gpu.add(part{name: "activations", bytes: 0.4 * gib, low: 0.1 * gib, high: 0.7 * gib, inputs: []string{"engine"},
			formula: "0.4 GiB compute buffer"})
		w.eager(gpu, s, l)
		gpu.add(part{name: "reserve", bytes: 457 * mib, low: 100 * mib, high: 700 * mib, inputs: []string{"engine"},
			formula: "457 MiB a device"})
	case "transformers":
		// generate stays within 0.33 GiB of weights and cache, and comes near to
		// nothing for short prompts (Qwen speed tables).
		gpu.add(part{name: "activations", bytes: 0.17 * gib, high: 0.33 * gib, inputs: []string{"engine"},
			formula: "0.17 GiB working memory"})
		w.eager(gpu, s, l)
		gpu.add(contextPart())
	default:
		w.vllm(gpu, s, l, h)
	}
}

// ubatch is the tokens that llama.cpp computes at a time (the default of its n_ubatch).
const ubatch = 512

// eager adds the attention scores of one layer where no flash kernel keeps them
// out of memory. llama.cpp has n_ctx × n_ubatch × heads × 4 bytes, 40.75 GiB for
// DeepSeek-R1 at 163,840 tokens (start-up log); one context for all requests has
// that many times more, the high end. Transformers has tokens² × heads in the
// activations' format and in fp32 for the softmax, for every request of a batch.
func (w Inference) eager(gpu *sum, s shape, l layout) {
	if w.Attention != "eager" || !s.known {
		return
	}
	n, longest := w.inFlight(l), float64(w.MaxContext)
	p := part{name: "activations", inputs: []string{"attention", "max_context", "concurrency"}}
	if w.Engine == "transformers" {
		tokens, width := float64(w.Context), 6.0
		if w.Weights == "fp32" {
			width = 8
		}
		p.bytes = max(n*tokens*tokens, longest*longest) * s.heads * width / float64(l.attention())
		p.low, p.high = p.bytes*0.9, p.bytes*1.4
		p.formula = units.Several(n, "request") + " × " + count(tokens) + "² tokens × " + count(s.heads) + " heads × " + units.Number(width, 0) + " B scores = " + size(p.bytes)
		if n*tokens*tokens < longest*longest {
			p.formula = "1 request × " + count(longest) + "² tokens × " + count(s.heads) + " heads × " + units.Number(width, 0) + " B scores = " + size(p.bytes)
		}
	} else {
		p.bytes = longest * ubatch * s.heads * 4 / float64(l.attention())
		p.low, p.high = p.bytes*0.95, max(p.bytes, n*float64(w.Context)*ubatch*s.heads*4/float64(l.attention()))*1.05
		p.formula = count(longest) + " tokens × " + count(ubatch) + " × " + count(s.heads) + " heads × 4 B scores = " + size(p.bytes)
	}
	gpu.add(p)
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
	if w.byLayer() {
		processes = l.replicas
	}
	host.add(processPart(ceilDiv(processes, n.nodes)))
	_, stays, known := w.resident(s)
	f := formats[w.Weights]
	host.add(servedPart(w.checkpoint(s), w.Files, ceilDiv(processes, n.nodes)))
	if !known {
		host.unknown(s.missing(w.Model) + ", so what stays in host memory is not known")
	}
	if stays.total > 0 {
		copies := ceilDiv(l.replicas, n.nodes)
		b := f.bytes(stays) * float64(copies)
		host.add(part{name: "weights", bytes: b, error: weightError, inputs: []string{"engine", "cpu_layers", "cpu_experts", "weights"},
			formula: count(stays.total) + " parameters" + f.text(stays) + " × " + units.Several(copies, "replica") + " = " + size(b)})
	}
	if stays.layers = min(float64(w.CPULayers), s.layers); known && stays.layers > 0 && s.known {
		c := kvOf(w.Model, s, w.hold(1, stays.layers/s.layers))
		b := max(c.of(w.inFlight(l), float64(w.Context)), c.of(1, float64(w.MaxContext))) * float64(ceilDiv(l.replicas, n.nodes))
		host.add(part{name: "kv_cache", bytes: b, error: kvError, inputs: []string{"cpu_layers", "kv_cache"},
			formula: "cache of " + units.Several(stays.layers, "layer") + " = " + size(b)})
	}
	swap := w.SwapSpace * float64(n.gpus)
	host.add(part{name: "swap", bytes: swap, inputs: []string{"swap_space"},
		formula: units.Several(n.gpus, "GPU") + " × " + size(w.SwapSpace) + " = " + size(swap)})
	return host
}

// checkpoint is the bytes of the files that are read: as published where weights are
// what the engine makes of those, and else as loaded. GGUF has been converted before.
func (w Inference) checkpoint(s shape) float64 {
	format := w.Weights
	if w.preallocates() && format == loaded(w.Model, w.Engine) {
		format = or(w.Model.Precision, format)
	}
	return formats[format].bytes(s)
}
