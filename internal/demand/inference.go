package demand

import "strconv"

// Inference serves a language model. The zero value of a field is an attribute
// that was left out; Demand fills it in and lists it as a default.
type Inference struct {
	Placement
	Model     *Model
	ModelName string // as written, for messages
	// Weights is the format the weights are stored in.
	Weights string
	// KVCache is "auto", "bf16", "fp16", "fp8", "int8", "q8_0" or "q4_0".
	KVCache string
	// Engine is "vllm", "sglang", "tensorrt-llm", "llama.cpp", "ktransformers" or "transformers".
	Engine string
	// Utilization is the share of GPU memory the engine may take.
	Utilization float64
	// MaxContext is the longest request that must fit, tokens.
	MaxContext int
	// Context is the mean tokens of a request in flight.
	Context int
	// Concurrency is the requests in flight over all replicas.
	Concurrency int
	// Replicas is how many copies of the model serve.
	Replicas int
	// MaxNumSeqs is the most sequences an engine schedules at once.
	MaxNumSeqs int
	// Draft speculates for the model; nil where there is none or nothing describes it.
	Draft     *Model
	DraftName string
	// CPULayers is how many layers' weights stay in host memory.
	CPULayers int
	// CPUExperts says whether the experts' weights stay in host memory.
	CPUExperts bool
	// SwapSpace is host memory the engine pins for each GPU, bytes.
	SwapSpace float64
	// Parallel is the degrees of one replica as written; 0 is left out.
	Parallel ServingParallelism
	// AdapterCount LoRA adapters of AdapterRank are kept in GPU memory.
	AdapterCount, AdapterRank int
}

// ServingParallelism is the degrees of parallelism of one replica.
type ServingParallelism struct{ Tensor, Pipeline, Expert, AttentionData int }

// defaultUtilization is the share of GPU memory that vLLM takes (its
// gpu_memory_utilization).
const defaultUtilization = 0.9

// Demand is the weights, KV cache, working memory and reserve of the worst rank,
// and what one node takes of host memory. The KV cache is that of the requests in
// flight on a replica, at least of one request of the longest context.
func (w Inference) Demand(h Host) Result {
	r := Result{Pooled: 1, Parallelism: Parallelism{1, 1, 1, 1, 1}}
	n := w.over(h, h.GPUs, &r)
	r.GPUs, r.Nodes = n.gpus, n.nodes
	if w.Model == nil {
		return r.undescribed(w.ModelName)
	}
	s := shapeOf(w.Model)
	if s.total <= 0 {
		return r.cannot("the parameters of model " + quoted(w.Model.ID) + " are not known")
	}
	w.fill(h, &r)
	l, fault := w.layout(s, h, n, &r)
	r.Parallelism = Parallelism{l.tensor, l.pipeline, l.replicas, max(w.Parallel.Expert, 1), 1}
	if fault != "" {
		return r.cannot(fault)
	}
	r.Pooled = max(min(l.group, n.gpus), 1)
	gpu := w.rank(s, l, h)
	r.KV = w.kvCache(s, l)
	r.GPU = gpu.memory()
	r.GPU.Total = r.GPU.Bytes * float64(l.group*l.pipeline*l.replicas)
	r.Utilization = w.share(h, r.GPU)
	r.Host = w.host(s, l, n).memory()
	r.Host.Total = r.Host.Bytes * float64(n.nodes)
	return r
}

// fill puts in the defaults that matter and lists them.
func (w *Inference) fill(h Host, r *Result) {
	text := func(at *string, name, value string) {
		if *at == "" {
			*at = value
			r.assume(name, value)
		}
	}
	number := func(at *int, name string, value int) {
		if *at == 0 && value > 0 {
			*at = value
			r.assume(name, strconv.Itoa(value))
		}
	}
	text(&w.Weights, "weights", or(w.Model.Precision, "bf16"))
	text(&w.KVCache, "kv_cache", "auto")
	text(&w.Engine, "engine", "vllm")
	longest := or(w.Model.MaxContext, shortContext)
	switch {
	case w.Context > 0:
		number(&w.MaxContext, "max_context", w.Context)
	case w.MaxContext > 0:
		number(&w.Context, "context", w.MaxContext)
	case w.Concurrency > 0 || !w.preallocates():
		number(&w.Context, "context", min(longest, shortContext))
		number(&w.MaxContext, "max_context", w.Context)
	default: // the engine refuses to start unless one request of the model's own length fits
		number(&w.MaxContext, "max_context", longest)
		number(&w.Context, "context", longest)
	}
	number(&w.Concurrency, "concurrency", 1)
	if w.Engine == "vllm" {
		number(&w.MaxNumSeqs, "max_num_seqs", sequencesOf(h))
		if w.Utilization == 0 {
			w.Utilization = defaultUtilization
			r.assume("utilization", "0.9")
		}
	}
}

// shortContext is the mean request where a spec says how many there are and not
// how long: llama.cpp's default context of old.
const shortContext = 4096

// preallocates says whether the engine keeps room for a request of the model's
// longest context unless told otherwise.
func (w Inference) preallocates() bool {
	return w.Engine == "vllm" || w.Engine == "sglang" || w.Engine == "tensorrt-llm"
}

// sequencesOf is vLLM's max_num_seqs: 1024 on GPUs of 70 GiB and more, 256 on
// smaller ones. One of unknown memory is taken for large.
func sequencesOf(h Host) int {
	if small(h) {
		return 256
	}
	return 1024
}

// weightsDivision is how a replica divides weights: experts over the whole group,
// the rest over the tensor-parallel ranks of the attention.
func (l layout) weightsDivision() division {
	return division{tensor: float64(l.attention()), experts: float64(l.group), pipeline: float64(l.pipeline)}
}

// rank is the demand of a replica's worst rank.
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
		w.cache(gpu, w.Model, s, l, here.layers/s.layers)
		if w.AdapterCount > 0 {
			dense, experts := s.adapters(float64(w.AdapterRank), "all")
			b := float64(w.AdapterCount) * (dense/d.tensor + experts/d.experts) / d.pipeline * 2
			gpu.add(part{name: "weights", bytes: b, error: weightError, inputs: []string{"adapters"},
				formula: several(w.AdapterCount, "adapter") + " of rank " + strconv.Itoa(w.AdapterRank) + " × " +
					count(dense+experts) + " × 2 B" + divided(d.tensor*d.pipeline, "GPUs") + " = " + size(b)})
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
// 8f) for all requests in flight at once, one layer's at a time.
func (w Inference) embedding(gpu *sum, s shape, l layout) {
	if s.known {
		n := ceil(float64(w.Concurrency), float64(l.replicas))
		b := 2 * n * float64(w.Context) * (16*s.hidden + 8*s.ffn) / float64(l.tensor)
		gpu.add(part{name: "activations", bytes: b, error: 0.35, inputs: []string{"concurrency", "context"},
			formula: "2 B × " + several(n, "request") + " × " + several(w.Context, "token") + " × (16 × " + count(s.hidden) + " + 8 × " +
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
		s := shapeOf(w.Draft)
		p := weightsPart(s, l.weightsDivision(), or(w.Draft.Precision, "bf16"), "draft_model")
		p.formula = "draft " + p.formula
		gpu.add(p)
		if !s.known {
			gpu.unknown(s.missing(w.Draft) + ", so its KV cache is not known")
			return
		}
		w.cache(gpu, w.Draft, s, l, 1)
	}
}

// cache adds a model's KV cache: that of the requests in flight or of the longest
// one, whichever is more. share is that of the layers that are on the GPU.
func (w Inference) cache(gpu *sum, m *Model, s shape, l layout, share float64) {
	c := kvOf(m, s, float64(l.attention()), float64(l.pipeline), w.kvBytes())
	c.layers, c.windowed = c.layers*share, c.windowed*share
	n, length := w.inFlight(l), float64(w.Context)
	longest := float64(w.MaxContext)
	if c.of(n, length) >= c.of(1, longest) {
		gpu.add(c.part(n, length, several(n, "request")+" × "+several(length, "token"), "concurrency", "context", "kv_cache"))
		return
	}
	gpu.add(c.part(1, longest, "1 request × "+several(longest, "token"), "max_context", "kv_cache"))
}

// inFlight is the requests whose cache one rank holds: a replica's share of them,
// at most what the engine schedules, and under data-parallel attention the
// rank's own.
func (w Inference) inFlight(l layout) float64 {
	n := ceil(float64(w.Concurrency), float64(l.replicas))
	if w.MaxNumSeqs > 0 {
		n = min(n, float64(w.MaxNumSeqs))
	}
	return ceil(n, float64(l.attentionData))
}

// kvCache is both ends of what the cache must hold.
func (w Inference) kvCache(s shape, l layout) KVCache {
	if w.Model.Family == "embedding" || w.lacks(s) != "" {
		return KVCache{}
	}
	c := kvOf(w.Model, s, float64(l.attention()), float64(l.pipeline), w.kvBytes())
	return KVCache{PerToken: c.perToken(), Request: c.of(1, float64(w.MaxContext)), InFlight: c.of(w.inFlight(l), float64(w.Context))}
}

// resident parts a model into what is on the GPUs and what cpu_layers and
// cpu_experts leave in host memory.
func (w Inference) resident(s shape) (gpu, host shape, known bool) {
	gpu = s
	host = shape{known: s.known}
	if w.CPULayers == 0 && !w.CPUExperts {
		return gpu, host, true
	}
	if !s.known || w.CPUExperts && s.experts == 0 && w.Model.Experts != nil {
		return gpu, host, false
	}
	stay := max(s.layers-float64(w.CPULayers), 0) / s.layers
	gpu.blocks, gpu.kv, gpu.experts, gpu.layers = s.blocks*stay, s.kv*stay, s.experts*stay, s.layers*stay
	if w.CPUExperts {
		gpu.experts = 0
	}
	host.blocks, host.experts = s.blocks-gpu.blocks, s.experts-gpu.experts
	gpu.total = gpu.embed + gpu.head + gpu.blocks + gpu.experts
	host.total = host.blocks + host.experts
	return gpu, host, true
}
