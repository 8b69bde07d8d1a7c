package demand

import "github.com/rackvet/rackvet/internal/units"

// kvBytes is the bytes of one number of the KV cache. "auto" is the format of the
// activations: 16 bit, with 8 bit weights too, but 32 with fp32 weights (vLLM's
// kv_cache_dtype); q8_0 and q4_0 have a 16 bit scale for 32 (llama.cpp).
var kvBytes = map[string]float64{
	"auto": 2, "bf16": 2, "fp16": 2, "fp8": 1, "int8": 1, "q8_0": 1.0625, "q4_0": 0.5625,
}

func (w Inference) kvBytes() float64 {
	if w.KVCache == "auto" && w.Weights == "fp32" {
		return 4
	}
	return kvBytes[w.KVCache]
}

// KVCache is what the keys and values of an inference workload take on the worst
// rank, bytes.
type KVCache struct {
	PerToken float64 // a token's, in every layer that keeps it
	Request  float64 // one request of the longest context that must fit
	InFlight float64 // all requests in flight on one replica at their mean length
}

// kv is the cache of one model on one rank.
type kv struct {
	layers   float64 // that keep every token
	windowed float64 // that keep a window of them
	window   float64
	perLayer float64 // bytes a token and layer
	text     string  // of perLayer
}

// page is the tokens that engines hand out cache in (vLLM, block_size 16).
const page = 16

// kvOf is the KV cache of a model whose attention is divided by tensor and whose
// layers by pipeline:
//
//	standard: 2 × ⌈KV heads ÷ tensor⌉ × head dim × bytes, a token and layer
//	MLA:      (KV LoRA rank + RoPE dim) × bytes, on every rank alike
//
// With more ranks than KV heads the heads are there several times. Sources:
// llama.cpp, vLLM and SGLang start-up logs (31 measured figures, worst 1.1 %);
// DeepSeek-V3 insights, table 1.
func kvOf(m *Model, s shape, tensor, pipeline, width float64) kv {
	c := kv{layers: float64(m.AttentionLayers)}
	if w := m.SlidingWindow; w != nil && w.Size > 0 {
		c.window, c.windowed = float64(w.Size), min(float64(or(w.Layers, m.Layers)), c.layers)
		c.layers -= c.windowed
	}
	if pipeline > 1 { // a long stage may hold more of the costly layers
		c.layers, c.windowed = ceil(c.layers, pipeline), ceil(c.windowed, pipeline)
	}
	if m.Attention == "mla" {
		c.perLayer = float64(m.KVLoRARank+m.RopeDim) * width
		c.text = "(" + count(m.KVLoRARank) + " + " + count(m.RopeDim) + ") × " + units.Number(width, 4) + " B"
		return c
	}
	heads := ceil(s.kvHeads, tensor)
	c.perLayer = 2 * heads * s.headDim * width
	c.text = "2 × " + count(heads) + " KV heads × " + count(s.headDim) + " × " + units.Number(width, 4) + " B"
	return c
}

// perToken is what a token takes while no window is full.
func (c kv) perToken() float64 { return (c.layers + c.windowed) * c.perLayer }

// of is what n requests of a length take, in whole pages.
func (c kv) of(n, length float64) float64 {
	tokens := ceil(length, page) * page
	return n * (c.layers*tokens + c.windowed*min(tokens, ceil(c.window, page)*page)) * c.perLayer
}

// whole is of without the saving of the windows, as engines have it that give
// all layers pages of one kind (vLLM does for some hybrid models).
func (c kv) whole(n, length float64) float64 {
	return n * ceil(length, page) * page * c.perToken()
}

// kvError is what measured caches differ by, page and print rounding included.
const kvError = 0.02

// part is the cache of n requests of a length as a component.
func (c kv) part(n, length float64, what string, inputs ...string) part {
	b := c.of(n, length)
	text := what + " × " + several(c.layers+c.windowed, "layer") + " × " + c.text
	if c.windowed > 0 {
		text += ", " + count(c.windowed) + " of the layers at most " + count(c.window) + " tokens"
	}
	return part{name: "kv_cache", bytes: b, low: b * (1 - kvError), high: c.whole(n, length) * (1 + kvError),
		formula: text + " = " + size(b), inputs: inputs}
}
