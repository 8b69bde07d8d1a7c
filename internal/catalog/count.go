package catalog

// CountParameters counts a model's parameters from its shape, and says whether
// the shape suffices for that. What Parameters states is not looked at.
//
// A model of several components has the sum of theirs. A transformer of L layers
// of width h, with a query heads and k key and value heads of width d, has
//
//	P = L·(attention + 2h) + dense·g·h·f + sparse·(h·E + (E + S)·g·h·e) + v·h·(2, tied 1) + h
//
// where attention = 2·h·a·d + 2·h·k·d; f is the inner width of the dense layers,
// e that of one of E routed and S shared experts, sparse the layers that have
// experts and dense the others; g is 3 where the feed-forward part is gated, else
// 2; v is the vocabulary; 2h are the norms of a layer, h·E its router and the last
// h the final norm. Multi-head latent attention, with keys and values compressed
// to c (and queries to q), positional keys of width r and values of width w, has
//
//	attention = h·q + q + q·a·(d + r)  +  h·(c + r) + c + c·a·(d + w)  +  a·w·h
//
// and h·a·(d + r) in place of the first three terms where queries are not
// compressed. Biases and learned positions are left out: 0.1 % or less in models
// that have any (0.16 % in GPT-2 XL).
func (m *Model) CountParameters() (float64, bool) {
	return m.count(func(e *Experts) int { return e.Count })
}

// CountActive counts, by the formula of CountParameters, the parameters that one
// token uses: those of the experts it is not routed to are left out.
func (m *Model) CountActive() (float64, bool) {
	if m.Experts != nil && m.Experts.Active == 0 {
		return 0, false
	}
	return m.count(func(e *Experts) int { return e.Active })
}

func (m *Model) count(used func(*Experts) int) (float64, bool) {
	if len(m.Components) > 0 {
		sum := 0.0
		for _, c := range m.Components {
			sum += c.Parameters
		}
		return sum, true
	}
	layers, hidden, vocab := float64(m.Layers), float64(m.HiddenSize), float64(m.VocabSize)
	attention := m.attention()
	if layers == 0 || hidden == 0 || vocab == 0 || attention == 0 {
		return 0, false
	}
	matrices, embeddings := 2.0, 2.0
	if m.Gated {
		matrices = 3
	}
	if m.TiedEmbeddings {
		embeddings = 1
	}
	sum := layers*(attention+2*hidden) + embeddings*vocab*hidden + hidden
	dense := layers
	if e := m.Experts; e != nil {
		sparse := float64(or(e.Layers, m.Layers))
		width := float64(or(e.FFNSize, m.FFNSize))
		if sparse > layers || e.Count == 0 || width == 0 {
			return 0, false
		}
		sum += sparse * (hidden*float64(e.Count) + float64(used(e)+e.Shared)*matrices*hidden*width)
		dense -= sparse
	}
	if dense > 0 && m.FFNSize == 0 {
		return 0, false
	}
	return sum + dense*matrices*hidden*float64(m.FFNSize), true
}

// attention is the parameters of one layer's attention; 0 where the shape is not known.
func (m *Model) attention() float64 {
	heads, kv := float64(m.Heads), float64(or(m.KVHeads, m.Heads))
	hidden, dim := float64(m.HiddenSize), float64(m.HeadDim)
	if heads == 0 {
		return 0
	}
	if dim == 0 {
		dim = hidden / heads
	}
	if m.Attention != "mla" {
		return 2*hidden*heads*dim + 2*hidden*kv*dim
	}
	compressed, rope, value := float64(m.KVLoRARank), float64(m.RopeDim), float64(or(m.VHeadDim, m.HeadDim))
	if compressed == 0 || m.HeadDim == 0 {
		return 0
	}
	queries := hidden * heads * (dim + rope)
	if q := float64(m.QLoRARank); q > 0 {
		queries = hidden*q + q + q*heads*(dim+rope)
	}
	return queries + hidden*(compressed+rope) + compressed + compressed*heads*(dim+value) + heads*value*hidden
}
