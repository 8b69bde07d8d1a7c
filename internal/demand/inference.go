package demand

import (
	"strconv"
	"strings"
)

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
	// Attention is "flash" or "eager", which llama.cpp and transformers alone have.
	Attention string
	// Files is "safetensors" or "pickle"; GGUF is mapped like the former.
	Files string
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
	// MaxNumSeqs is the most sequences an engine schedules at once: inFlight says where.
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
	told := w.Utilization
	w.fill(h, &r)
	l, fault := w.layout(s, h, n, &r)
	r.Parallelism = Parallelism{l.tensor, l.pipeline, l.replicas, max(w.Parallel.Expert, 1), 1}
	if fault != "" {
		return r.cannot(fault)
	}
	r.Pooled = max(min(l.group, n.gpus), 1)
	gpu, l := w.fullest(s, l, h)
	r.KV = w.kvCache(s, l)
	r.GPU = gpu.memory()
	r.Ranks = l.group * l.pipeline * l.replicas
	r.Least = w.least(s, l, h, r.KV)
	r.GPU.Total = r.GPU.Bytes * float64(l.group*l.pipeline*l.replicas)
	r.Utilization, r.Pool = w.share(h, r.GPU), w.pool(told, gpu)
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
	text(&w.Weights, "weights", loaded(w.Model, or(w.Engine, "vllm")))
	text(&w.KVCache, "kv_cache", "auto")
	text(&w.Engine, "engine", "vllm")
	longest := or(w.Model.MaxContext, shortContext)
	switch {
	case w.Context > 0:
		number(&w.MaxContext, "max_context", w.Context)
	case w.MaxContext > 0:
		number(&w.Context, "context", w.MaxContext)
	case w.preallocates():
		number(&w.MaxContext, "max_context", longest)
		number(&w.Context, "context", min(longest, shortContext))
	default:
		number(&w.Context, "context", min(longest, shortContext))
		number(&w.MaxContext, "max_context", w.Context)
	}
	number(&w.Concurrency, "concurrency", 1)
	w.Attention, w.Files = or(w.Attention, "flash"), or(w.Files, "safetensors")
	if w.Engine == "vllm" {
		number(&w.MaxNumSeqs, "max_num_seqs", sequencesOf(h))
		if w.Utilization == 0 {
			w.Utilization = defaultUtilization
			r.assume("utilization", "0.9")
		}
	}
}

// shortContext is the mean request where a spec doesn't say how long they are:
// llama.cpp's default context of old.
const shortContext = 4096

// preallocates says whether the engine keeps room for a request of the model's
// longest context unless told otherwise, however many there are to be; vLLM refuses
// to start where none fits. A mean length that is stated tells otherwise.
func (w Inference) preallocates() bool {
	return w.Engine == "vllm" || w.Engine == "sglang" || w.Engine == "tensorrt-llm"
}

// sequencesOf is vLLM's max_num_seqs: 1024 on GPUs of 70 GiB and more, 256 on
// smaller ones and on every A100, where larger batches were slower (its EngineArgs;
// pull request 17885). One of unknown memory is taken for large.
func sequencesOf(h Host) int {
	if small(h) || strings.Contains(strings.ToLower(h.GPU), "a100") {
		return 256
	}
	return 1024
}
