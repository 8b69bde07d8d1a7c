package demand

import "github.com/rackvet/rackvet/internal/units"

// cache adds a model's KV cache: that of the requests in flight or of the longest
// one, whichever is more. share is that of the layers that are on the rank.
func (w Inference) cache(gpu *sum, m *Model, s shape, l layout, share float64) {
	c := w.kvOf(m, s, l, share)
	n, length := w.inFlight(l), float64(w.Context)
	longest := float64(w.MaxContext)
	if c.of(n, length) >= c.of(1, longest) {
		gpu.add(c.part(n, length, units.Several(n, "request")+" × "+units.Several(length, "token"), "concurrency", "context", "kv_cache"))
		return
	}
	gpu.add(c.part(1, longest, "1 request × "+units.Several(longest, "token"), "max_context", "kv_cache"))
}

// inFlight is the requests whose cache one rank holds: a replica's share of them,
// under data-parallel attention the rank's own, at most what the engine schedules.
// That is for each such rank (vLLM, data_parallel_deployment.md: "--max-num-seqs
// applies per DP rank"; TensorRT-LLM's max_batch_size, ai-dynamo/dynamo pull request
// 11982), but SGLang's max_running_requests is for all of them, and divided.
func (w Inference) inFlight(l layout) float64 {
	n, data := ceil(float64(w.Concurrency), float64(l.replicas)), float64(l.attentionData)
	most := float64(w.MaxNumSeqs)
	if w.Engine == "sglang" {
		most = ceil(most, data)
	}
	if n = ceil(n, data); most > 0 {
		n = min(n, most)
	}
	return n
}

// kvCache is both ends of what the cache must hold, on the layers that are on
// the GPU.
func (w Inference) kvCache(s shape, l layout) KVCache {
	if w.Model.Family == "embedding" || w.lacks(s) != "" {
		return KVCache{}
	}
	c := w.kvOf(w.Model, s, l, w.on(s, l))
	k := KVCache{
		PerToken: c.perToken(), Further: c.further(), MaxContext: w.MaxContext, Context: w.Context,
		Request: c.of(1, float64(w.MaxContext)), InFlight: c.of(w.inFlight(l), float64(w.Context)),
		Requests: int(w.inFlight(l)), Groups: l.replicas * l.attentionData,
	}
	k.Held = max(k.Request, k.InFlight)
	return k
}

// least is the demand under which an engine that lets requests wait for room
// still starts: one request of the longest context; nil where all in flight must
// fit, or one is all there is.
func (w Inference) least(s shape, l layout, h Host, k KVCache) *Memory {
	if !w.preallocates() || k.InFlight <= k.Request {
		return nil
	}
	w.Concurrency, w.Context = l.replicas, w.MaxContext
	m := w.rank(s, l, h).memory()
	return &m
}

func (w Inference) kvOf(m *Model, s shape, l layout, share float64) kv {
	return kvOf(m, s, w.hold(float64(l.attention()), share))
}
