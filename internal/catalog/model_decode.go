package catalog

import (
	"maps"
	"slices"
)

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
		VocabSize:        r.count("vocab_size"),
		MaxContext:       r.count("max_context"),
		TiedEmbeddings:   isTrue(r.flag("tied_embeddings")),
		FFNSize:          r.count("ffn_size"),
		FFNBias:          isTrue(r.flag("ffn_bias")),
		MTPLayers:        r.count("mtp_layers"),
		Source:           r.text("source"),
		Unconfirmed:      r.texts("unconfirmed"),
	}
	m.Gated = r.unlessNot("gated")
	m.attentionFrom(r)
	m.partsFrom(r)
	m.trimFrom(r)
	m.FFNLayers = m.Layers
	if m.Experts != nil {
		m.FFNLayers = max(m.Layers-m.Experts.Layers, 0)
	}
	m.FFNLayers = r.stated("ffn_layers", m.FFNLayers)
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

// attentionFrom reads what attention is like.
func (m *Model) attentionFrom(r *reader) {
	m.Attention = or(r.text("attention"), "standard")
	m.AttentionLayers = r.stated("attention_layers", m.Layers)
	m.KVSharedLayers = r.count("kv_shared_layers")
	m.Heads = r.count("heads")
	m.KVHeads = or(r.count("kv_heads"), m.Heads)
	m.HeadDim = r.count("head_dim")
	if m.HeadDim == 0 && m.Heads > 0 {
		m.HeadDim = m.HiddenSize / m.Heads
	}
	m.VHeadDim = or(r.count("v_head_dim"), m.HeadDim)
	m.KeyIsValue = isTrue(r.flag("key_is_value"))
	m.KVLoRARank = r.count("kv_lora_rank")
	m.QLoRARank = r.count("q_lora_rank")
	m.OLoRARank = r.count("o_lora_rank")
	m.OGroups = or(r.count("o_groups"), 1)
	m.RopeDim = r.count("rope_dim")
	m.AttentionBias = r.text("attention_bias")
	m.AttentionGate = isTrue(r.flag("attention_gate"))
	m.AttentionSinks = isTrue(r.flag("attention_sinks"))
	m.QKNorm = r.text("qk_norm")
	r.within("sliding_window", func(r *reader) {
		dim := r.count("head_dim")
		m.SlidingWindow = &SlidingWindow{
			Size:           r.count("size"),
			Layers:         or(r.count("layers"), m.AttentionLayers),
			Heads:          or(r.count("heads"), m.Heads),
			KVHeads:        or(r.count("kv_heads"), m.KVHeads),
			HeadDim:        or(dim, m.HeadDim),
			VHeadDim:       or(or(r.count("v_head_dim"), dim), m.VHeadDim),
			KVSharedLayers: r.count("kv_shared_layers"),
		}
	})
	r.each("compression", func(name string, r *reader) {
		m.Compression = append(m.Compression, Compression{name, r.count("ratio"), r.count("layers"), isTrue(r.flag("overlap"))})
	})
	r.within("indexer", func(r *reader) {
		m.Indexer = &Indexer{r.count("heads"), r.count("head_dim"), or(r.count("layers"), m.AttentionLayers)}
	})
}

// partsFrom reads the blocks of a model beside its attention.
func (m *Model) partsFrom(r *reader) {
	r.within("experts", func(r *reader) {
		e := &Experts{
			Count:      r.count("count"),
			Active:     r.count("active"),
			FFNSize:    or(r.count("ffn_size"), m.FFNSize),
			LatentSize: r.count("latent_size"),
			Shared:     r.count("shared"),
			SharedGate: isTrue(r.flag("shared_gate")),
			RouterBias: isTrue(r.flag("router_bias")),
			Layers:     or(r.count("layers"), m.Layers),
		}
		e.SharedFFNSize = or(r.count("shared_ffn_size"), e.FFNSize)
		m.Experts = e
	})
	r.within("state", func(r *reader) {
		s := &State{
			Kind:      r.text("kind"),
			Layers:    r.count("layers"),
			Heads:     r.count("heads"),
			HeadDim:   r.count("head_dim"),
			Size:      r.count("d_state"),
			Groups:    r.count("groups"),
			ConvWidth: r.count("conv_width"),
			ConvBias:  isTrue(r.flag("conv_bias")),
			DTRank:    r.count("dt_rank"),
			InnerNorm: isTrue(r.flag("inner_norm")),
			GateRank:  r.count("gate_rank"),
			Precision: r.text("precision"),
		}
		s.Inner = or(r.count("d_inner"), s.Heads*s.HeadDim)
		m.State = s
	})
	r.within("encoder", func(r *reader) {
		m.Encoder = &Encoder{
			Layers:        r.count("layers"),
			Heads:         or(r.count("heads"), m.Heads),
			FFNSize:       or(r.count("ffn_size"), m.FFNSize),
			Context:       r.count("context"),
			Positions:     r.count("positions"),
			InputChannels: r.count("input_channels"),
		}
	})
	r.each("tower", func(name string, r *reader) {
		m.Towers = append(m.Towers, Tower{name, r.number("parameters"), r.count("layers"), r.count("hidden_size")})
	})
	r.each("component", func(name string, r *reader) {
		m.Components = append(m.Components, Component{name, r.text("kind"), r.number("parameters"), r.count("heads"), r.count("downscale")})
	})
}

// trimFrom reads norms, positions and what else is small.
func (m *Model) trimFrom(r *reader) {
	m.LayerNorm = r.text("norm") == "layer"
	m.LayerNorms = r.stated("layer_norms", 2)
	m.FinalNorm = r.unlessNot("final_norm")
	m.EmbeddingNorm = isTrue(r.flag("embedding_norm"))
	m.HeadBias = isTrue(r.flag("head_bias"))
	m.EmbeddingSize = r.count("embedding_size")
	m.Positions = r.count("positions")
	m.Segments = r.count("segments")
	m.Pooler = isTrue(r.flag("pooler"))
	m.LayerEmbeddingSize = r.count("layer_embedding_size")
	m.ResidualStreams = r.count("residual_streams")
}

// stated is a count, or what is given for a field that is left out.
func (r *reader) stated(field string, otherwise int) int {
	if _, ok := r.get(field); !ok {
		return otherwise
	}
	return r.count(field)
}

// unlessNot is a flag that is true when left out.
func (r *reader) unlessNot(field string) bool {
	b := r.flag(field)
	return b == nil || *b
}

// each reads the blocks below a field by f, sorted by name.
func (r *reader) each(field string, f func(name string, r *reader)) {
	r.within(field, func(blocks *reader) {
		for _, name := range slices.Sorted(maps.Keys(blocks.fields)) {
			blocks.within(name, func(r *reader) { f(name, r) })
		}
	})
}

// or is a where it is stated, else b.
func or[T comparable](a, b T) T {
	var none T
	if a == none {
		return b
	}
	return a
}
