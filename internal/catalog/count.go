package catalog

// Counts is a model's parameters, sorted by what they are for.
type Counts struct {
	Embedding float64 // of the input, positions and those of single layers included
	Head      float64 // output matrix; 0 where it is the embedding
	Attention float64 // of all layers, indexers and compressors included
	KeyValue  float64 // matrices of keys and values, part of Attention; 0 unless it is "standard"
	Dense     float64 // dense feed-forward parts
	Experts   float64 // routed experts
	Shared    float64 // shared experts, routers and what takes to a latent size
	State     float64 // layers that keep a state
	Norms     float64 // norms and what mixes residual streams
	Encoder   float64 // encoder and the attention to it
	Towers    float64 // where their parameters are known
}

// Total is the sum of all.
func (c Counts) Total() float64 {
	return c.Embedding + c.Head + c.Attention + c.Dense + c.Experts + c.Shared + c.State + c.Norms + c.Encoder + c.Towers
}

// CountParameters counts a model's parameters from its shape, and says whether
// the shape suffices for that. What Parameters states is not looked at. A model
// of several components has the sum of theirs.
func (m *Model) CountParameters() (float64, bool) {
	if len(m.Components) > 0 {
		sum := 0.0
		for _, c := range m.Components {
			sum += c.Parameters
		}
		return sum, true
	}
	c, ok := m.Count()
	return c.Total(), ok
}

// CountActive counts, as CountParameters does, the parameters that one token
// uses: those of the experts it is not routed to are left out.
func (m *Model) CountActive() (float64, bool) {
	e := m.Experts
	if len(m.Components) > 0 || e == nil {
		return m.CountParameters()
	}
	c, ok := m.Count()
	if e.Active == 0 || e.Count == 0 || !ok {
		return 0, false
	}
	c.Experts *= float64(min(e.Active, e.Count)) / float64(e.Count)
	return c.Total(), true
}

// Count sorts the parameters that follow from a transformer's shape, and says
// whether the shape suffices. A plain one of L layers of width h, a query and k
// key and value heads of width d, a gated feed-forward part of width f and a
// vocabulary v has
//
//	L·(2·h·a·d + 2·h·k·d + 3·h·f + 2h) + 2·v·h + h
//
// of which the last h is the final norm. The functions below have the formulas of
// everything else.
func (m *Model) Count() (Counts, bool) {
	var c Counts
	if m.Layers == 0 || m.HiddenSize == 0 || m.VocabSize == 0 {
		return c, false
	}
	c.Embedding, c.Head = m.embeddings()
	ok := true
	if m.AttentionLayers > 0 {
		c.Attention, c.KeyValue, ok = m.attention()
	}
	if m.FFNLayers > 0 {
		c.Dense = float64(m.FFNLayers) * m.feedForward(m.HiddenSize, m.FFNSize)
		ok = ok && m.FFNSize > 0 && m.FFNLayers <= m.Layers
	}
	if m.Experts != nil {
		experts, shared, known := m.experts()
		c.Experts, c.Shared, ok = experts, shared, ok && known
	}
	if m.State != nil {
		each, known := m.State.parameters(float64(m.HiddenSize))
		c.State, ok = float64(m.State.Layers)*each, ok && known
	}
	if m.Encoder != nil {
		c.Encoder = m.encoder()
		ok = ok && m.Encoder.FFNSize > 0
	}
	c.Norms = m.norms()
	for _, t := range m.Towers {
		c.Towers += t.Parameters
	}
	if !ok {
		return Counts{}, false
	}
	return c, true
}

// embeddings are those of input and output: v·h each, or v·e and a matrix e·h
// each where the embedding is narrower; learned positions and segments, h each;
// and with an embedding of width p for each of L layers L·v·p, L·h·p to make it
// from the input's, p of its norm and 2·h·p + h in each layer.
func (m *Model) embeddings() (input, output float64) {
	hidden, vocab, narrow := float64(m.HiddenSize), float64(m.VocabSize), float64(or(m.EmbeddingSize, m.HiddenSize))
	input = vocab * narrow
	if !m.TiedEmbeddings {
		output = vocab * narrow
	}
	if m.EmbeddingSize > 0 {
		input += narrow * hidden
		if m.Family != "embedding" {
			output += narrow * hidden
		}
	}
	if m.HeadBias {
		output += vocab
	}
	if m.Pooler {
		output += hidden*hidden + hidden
	}
	if p := float64(m.LayerEmbeddingSize); p > 0 {
		input += float64(m.Layers)*(vocab*p+hidden*p+2*hidden*p+hidden) + p
	}
	return input + hidden*float64(m.Positions+m.Segments), output
}

// norms are h each, with biases 2h: those of the layers, the final one and that of
// the embedding. Hyper-connections mix n residual streams by ((n + 2)·n)·(n·h + 1) + 3
// parameters before each half of a layer, and n·n·h + n + 1 at the end.
func (m *Model) norms() float64 {
	n := float64(m.Layers * m.LayerNorms)
	if m.FinalNorm {
		n++
	}
	if m.EmbeddingNorm {
		n++
	}
	sum := n * m.norm()
	if n := float64(m.ResidualStreams); n > 0 {
		h := float64(m.HiddenSize)
		sum += 2*float64(m.Layers)*((n+2)*n*(n*h+1)+3) + n*n*h + n + 1
	}
	return sum
}

func (m *Model) norm() float64 {
	if m.LayerNorm {
		return 2 * float64(m.HiddenSize)
	}
	return float64(m.HiddenSize)
}

// CountMTP counts the layers that predict further tokens, which are in no other
// count: each is a layer like the last one, a matrix that takes a token's
// embedding and the stream to the hidden size, 2h², and three norms.
func (m *Model) CountMTP() (float64, bool) {
	one := *m
	one.Layers, one.AttentionLayers, one.FFNLayers, one.State, one.Encoder, one.Towers = 1, min(m.AttentionLayers, 1), 0, nil, nil, nil
	if m.Experts != nil {
		e := *m.Experts
		e.Layers, one.Experts = 1, &e
	} else {
		one.FFNLayers = 1
	}
	one.SlidingWindow, one.Compression = nil, nil
	if m.Attention == "compressed" {
		one.Indexer = nil
	} else if m.Indexer != nil {
		one.Indexer = &Indexer{m.Indexer.Heads, m.Indexer.HeadDim, 1}
	}
	c, ok := one.Count()
	h := float64(m.HiddenSize)
	return float64(m.MTPLayers) * (c.Attention + c.Dense + c.Experts + c.Shared + 2*h*h + 3*h + float64(m.LayerNorms)*m.norm()), ok
}
