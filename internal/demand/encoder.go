package demand

import "math"

// withEncoder adds the encoder of an encoder–decoder: a stack of blocks as the
// model's own, but with as many heads of keys as of queries, and attention to what
// it gives in each of the model's layers. Its weights are among the blocks.
func (s shape) withEncoder(m *Model) shape {
	x := m.Encoder
	if x == nil || x.Layers == 0 || !s.known {
		return s
	}
	layers, heads := float64(x.Layers), float64(or(x.Heads, m.Heads))
	e := shape{known: true, layers: layers, attentive: layers, dense: layers, hidden: s.hidden, heads: heads, kvHeads: heads,
		ffn: float64(or(x.FFNSize, m.FFNSize)), matrices: s.matrices}
	if heads > 0 {
		e.headDim = s.heads * s.headDim / heads
		e.valueDim = e.headDim
	}
	s.encoder, s.cross = &e, s.layers
	return s
}

// vectors is what an encoder gives for one sequence. Sound is padded to the most
// that it takes (Whisper: 30 s, 1,500 vectors); one that reads text gives one for
// each token. 0 where there is no encoder.
func (w Training) vectors() float64 {
	e := w.Model.Encoder
	switch {
	case e == nil:
		return 0
	case e.InputChannels > 0:
		return float64(or(e.Context, w.Model.MaxContext, w.SequenceLength))
	case e.Context > 0:
		return float64(min(e.Context, w.SequenceLength))
	}
	return float64(w.SequenceLength)
}

// encoding is b as the encoder has it: vectors in place of tokens, and a stage's
// share of its layers.
func (s shape) encoding(b backward) backward {
	b.layers = math.Ceil(s.encoder.layers * b.layers / s.layers)
	b.tokens, b.sequence, b.vectors, b.vectorsEach = b.vectors, b.vectorsEach, 0, 0
	return b
}

// layer is the parameters of the largest layer of a rank, routed experts apart.
func (s shape) layer() float64 {
	rest, one := s.blocks, 0.0
	if e := s.encoder; e != nil {
		one = 4*e.hidden*e.heads*e.headDim + e.matrices*e.hidden*e.ffn
		rest = max(rest-one*e.layers, 0)
	}
	return max(rest/s.layers, one)
}
