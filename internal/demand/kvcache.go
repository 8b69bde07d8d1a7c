package demand

import (
	"math"

	"github.com/rackvet/rackvet/internal/units"
)

// kvBytes is the bytes of one number of the KV cache. "auto" is the format of the
// activations: 16 bit, with 8 bit weights too, but 32 with fp32 weights (vLLM's
// kv_cache_dtype); llama.cpp's is fp16 whatever the weights are (its cache-type-k).
// q8_0 and q4_0 have a 16 bit scale for 32 (llama.cpp).
var kvBytes = map[string]float64{
	"auto": 2, "bf16": 2, "fp16": 2, "fp8": 1, "int8": 1, "q8_0": 1.0625, "q4_0": 0.5625,
}

func (w Inference) kvBytes() float64 {
	if w.KVCache == "auto" && w.Engine != "llama.cpp" {
		return w.activationBytes()
	}
	return kvBytes[w.KVCache]
}

// activationBytes is the bytes of a number that is computed with.
func (w Inference) activationBytes() float64 {
	if w.Weights == "fp32" {
		return 4
	}
	return 2
}

// hold is how a rank keeps a cache.
type hold struct {
	tensor float64 // divides the attention
	share  float64 // of the model's layers that the rank has
	width  float64 // bytes of a number
	state  float64 // bytes of one that is not quantised
	beside float64 // tokens that layers with a window have room for beside it
}

// hold is that of a rank of the workload.
func (w Inference) hold(tensor, share float64) hold {
	r := hold{tensor: tensor, share: share, width: w.kvBytes(), state: w.activationBytes()}
	if w.Engine == "llama.cpp" {
		r.beside = ubatch
	}
	return r
}

// kvOf is the cache of a rank. A token takes in one layer
//
//	standard:   ⌈KV heads ÷ tensor⌉ × (key dim + value dim) × bytes
//	MLA:        (KV LoRA rank + RoPE dim) × bytes, on every rank alike
//	compressed: head dim × bytes of the window's, and 1 ÷ ratio of that of the others
//	indexer:    its head dim, in 8 bit with a 4 byte scale for 128 (vLLM, DeepSeek V3.2)
//
// With more ranks than KV heads the heads are there several times. Layers that
// read another one's cache keep none. Sources: llama.cpp, vLLM and SGLang
// start-up logs (31 measured figures, worst 1.1 %); DeepSeek-V3 insights, table 1.
func kvOf(m *Model, s shape, r hold) kv {
	var c kv
	whole := float64(m.AttentionLayers - m.KVSharedLayers)
	latent := 0.0
	switch m.Attention {
	case "mla":
		latent = float64(m.KVLoRARank + m.RopeDim)
	case "compressed":
		latent = s.headDim
	}
	add := func(layers, heads, key, value float64, k keeps) {
		if k.layers = of(layers, r.share); k.layers <= 0 {
			return
		}
		k.ratio = max(k.ratio, 1)
		k.each, k.text = perLayer(heads, key, value, latent, r.tensor, r.width)
		c.grows = append(c.grows, k)
	}
	window := m.SlidingWindow
	switch {
	case m.Attention == "compressed":
		if window != nil {
			add(whole, 0, 0, 0, keeps{window: float64(window.Size), own: true})
		}
		for _, x := range m.Compression {
			add(float64(x.Layers), 0, 0, 0, keeps{ratio: float64(x.Ratio), own: true})
		}
	case window != nil && window.Size > 0:
		layers := min(float64(or(window.Layers, m.AttentionLayers)-window.KVSharedLayers), whole)
		add(whole-layers, s.kvHeads, s.headDim, s.valueDim, keeps{})
		add(layers, or(float64(window.KVHeads), s.kvHeads), or(float64(window.HeadDim), s.headDim), or(float64(window.VHeadDim), s.valueDim),
			keeps{window: r.window(float64(window.Size))})
	default:
		add(whole, s.kvHeads, s.headDim, s.valueDim, keeps{})
	}
	c.index(m, r)
	c.encoder(m, s, r)
	c.state(m, r)
	return c
}

// window is the tokens that a layer keeps which looks back so many: these, and under
// llama.cpp those of the batch that is computed too, in whole parts of 256 (pull
// request 13833, issue 17037).
func (r hold) window(size float64) float64 {
	if r.beside == 0 {
		return size
	}
	return ceil(size+r.beside, 256) * 256
}

// of is the layers of one kind in a share of all layers, rounded up: a stage may
// hold more of the costly ones. The hair taken off keeps 6 of 61 from being 7.
func of(layers, share float64) float64 { return math.Ceil(layers*share - 1e-9) }

// perLayer is the bytes that one layer keeps of a token.
func perLayer(heads, key, value, latent, tensor, width float64) (float64, string) {
	bytes := " × " + units.Number(width, 4) + " B"
	if latent > 0 {
		return latent * width, count(latent) + bytes
	}
	mine := ceil(heads, tensor)
	each := mine * (key + value) * width
	if key == value {
		return each, "2 × " + count(mine) + " KV heads × " + count(key) + bytes
	}
	return each, count(mine) + " KV heads × (" + count(key) + " + " + count(value) + ")" + bytes
}

// index adds the keys of what chooses the tokens of sparse attention. Under
// compressed attention it has one for each compressed token.
func (c *kv) index(m *Model, r hold) {
	x := m.Indexer
	if x == nil || x.Layers == 0 {
		return
	}
	k := keeps{layers: of(float64(x.Layers), r.share), each: float64(x.HeadDim) * (1 + 4.0/128), ratio: 1, own: true,
		text: count(x.HeadDim) + " × 1.031 B of the indexer"}
	for _, y := range m.Compression {
		if y.Layers == x.Layers {
			k.ratio = float64(max(y.Ratio, 1))
		}
	}
	c.grows = append(c.grows, k)
}
