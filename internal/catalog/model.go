package catalog

import (
	"maps"
	"slices"
)

// Model is a model's shape: enough to count its parameters and its KV cache.
// DecodeModel puts defaults where a field says so; a field that is 0 or nil then
// is not known, or not of this kind of model.
type Model struct {
	ID      string
	Aliases []string
	Family  string // "llm" (default), "embedding", "diffusion" or "speech"
	// Parameters is how many there are in all, experts included; as CountParameters
	// counts them where they are not stated.
	Parameters       float64
	ActiveParameters float64        // those that one token uses; counted likewise
	Precision        string         // the format the weights are published in; default "bf16"
	Layers           int            // transformer blocks
	HiddenSize       int            // width of the residual stream
	Heads            int            // query heads
	KVHeads          int            // key and value heads; default Heads
	HeadDim          int            // width of one head; default HiddenSize ÷ Heads
	FFNSize          int            // inner width of the feed-forward part
	Gated            bool           // three matrices in the feed-forward part, not two; default true
	VocabSize        int            // tokens
	TiedEmbeddings   bool           // input and output embeddings are one matrix
	MaxContext       int            // tokens
	Attention        string         // "standard" (default) or "mla"
	KVLoRARank       int            // width of MLA's compressed keys and values
	QLoRARank        int            // width of MLA's compressed queries; 0: not compressed
	RopeDim          int            // width of MLA's positional part of the keys
	VHeadDim         int            // width of one head's values; default HeadDim
	AttentionLayers  int            // layers that keep a KV cache; default Layers
	Experts          *Experts       // nil: none
	SlidingWindow    *SlidingWindow // nil: none
	Components       []Component    // of a model that is several networks, sorted by name
	Source           string
	Unconfirmed      []string // fields, in the names of the schema, that no source confirms
}

// Experts is a mixture of experts.
type Experts struct {
	Count   int // routed experts of a layer
	Active  int // of them that one token uses; 0: not known
	FFNSize int // inner width of one expert; default the model's
	Shared  int // experts that every token uses, as wide as a routed one
	Layers  int // layers that have experts; default all
}

// SlidingWindow is the layers that look back a limited way.
type SlidingWindow struct {
	Size   int // tokens
	Layers int // how many layers; default all
}

// Component is one network of a model that is several.
type Component struct {
	Name       string
	Kind       string // "denoiser", "text-encoder", "image-encoder", "vae" or "safety-checker"
	Parameters float64
	// Heads and Downscale are those of a denoiser's widest attention: its heads, and
	// how many pixels a side one of its tokens stands for. 0: not known.
	Heads, Downscale int
}

// Identity is the id.
func (m *Model) Identity() string { return m.ID }

// DecodeModel reads the fields of a model, named as in the schema's #Model, as
// DecodeGPU does for a GPU.
func DecodeModel(id string, fields map[string]any) (*Model, error) {
	r := newReader("model", id, fields)
	r.skip("description")
	m := &Model{
		ID:               id,
		Aliases:          r.texts("aliases"),
		Family:           or(r.text("family"), "llm"),
		Parameters:       r.number("parameters"),
		ActiveParameters: r.number("active_parameters"),
		Precision:        or(r.text("precision"), "bf16"),
		Layers:           r.count("layers"),
		HiddenSize:       r.count("hidden_size"),
		Heads:            r.count("heads"),
		KVHeads:          r.count("kv_heads"),
		HeadDim:          r.count("head_dim"),
		FFNSize:          r.count("ffn_size"),
		VocabSize:        r.count("vocab_size"),
		TiedEmbeddings:   isTrue(r.flag("tied_embeddings")),
		MaxContext:       r.count("max_context"),
		Attention:        or(r.text("attention"), "standard"),
		KVLoRARank:       r.count("kv_lora_rank"),
		QLoRARank:        r.count("q_lora_rank"),
		RopeDim:          r.count("rope_dim"),
		VHeadDim:         r.count("v_head_dim"),
		Source:           r.text("source"),
		Unconfirmed:      r.texts("unconfirmed"),
	}
	gated := r.flag("gated")
	m.Gated = gated == nil || *gated
	m.KVHeads = or(m.KVHeads, m.Heads)
	if m.HeadDim == 0 && m.Heads > 0 {
		m.HeadDim = m.HiddenSize / m.Heads
	}
	m.VHeadDim = or(m.VHeadDim, m.HeadDim)
	m.AttentionLayers = m.Layers
	if _, stated := r.get("attention_layers"); stated {
		m.AttentionLayers = r.count("attention_layers")
	}
	r.within("experts", func(r *reader) {
		m.Experts = &Experts{
			Count:   r.count("count"),
			Active:  r.count("active"),
			FFNSize: or(r.count("ffn_size"), m.FFNSize),
			Shared:  r.count("shared"),
			Layers:  or(r.count("layers"), m.Layers),
		}
	})
	r.within("sliding_window", func(r *reader) {
		m.SlidingWindow = &SlidingWindow{Size: r.count("size"), Layers: or(r.count("layers"), m.Layers)}
	})
	r.within("component", func(components *reader) {
		for _, name := range slices.Sorted(maps.Keys(components.fields)) {
			components.within(name, func(r *reader) {
				m.Components = append(m.Components, Component{
					Name:       name,
					Kind:       r.text("kind"),
					Parameters: r.number("parameters"),
					Heads:      r.count("heads"),
					Downscale:  r.count("downscale"),
				})
			})
		}
	})
	if m.Parameters == 0 {
		m.Parameters, _ = m.CountParameters()
	}
	switch {
	case m.ActiveParameters > 0:
	case m.Experts == nil:
		m.ActiveParameters = m.Parameters
	default:
		m.ActiveParameters, _ = m.CountActive()
	}
	return m, r.done()
}

// or is a where it is stated, else b.
func or[T comparable](a, b T) T {
	var none T
	if a == none {
		return b
	}
	return a
}
