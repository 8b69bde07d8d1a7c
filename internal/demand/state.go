package demand

import "github.com/rackvet/rackvet/internal/units"

// encoder adds what each of a decoder's layers keeps of the encoder's output, once
// a sequence: KV heads × (key dim + value dim) × vectors × bytes. An encoder that
// doesn't say how many vectors it gives at most is taken to give one for each
// token that the model was made for.
func (c *kv) encoder(m *Model, s shape, r hold) {
	if m.Encoder == nil {
		return
	}
	vectors := float64(or(m.Encoder.Context, m.MaxContext))
	layers, heads := of(s.layers, r.share), ceil(s.kvHeads, r.tensor)
	b := layers * heads * (s.headDim + s.valueDim) * vectors * r.width
	c.keep(b, b, count(vectors)+" vectors of the encoder × "+units.Several(layers, "layer")+" × "+count(heads*(s.headDim+s.valueDim))+
		" × "+units.Number(r.width, 4)+" B")
}

// state adds what layers keep that have a state of one size in place of a cache
// that grows, for every sequence
//
//	((inner + 2·groups·size) × (convolution − 1)) × bytes + inner × size × bytes of the state
//
// where tensor parallelism divides the inner width and the groups, of which each
// rank has one at the least. Source: vLLM, MambaStateShapeCalculator.
//
// vLLM makes the pages of attention as large as a layer's state, so that a
// sequence loses up to one page in every layer of attention: the high end.
func (c *kv) state(m *Model, r hold) {
	s := m.State
	if s == nil || s.Layers == 0 {
		return
	}
	inner, groups, size, recurrent := float64(s.Inner)/r.tensor, float64(s.Groups)/r.tensor, float64(s.Size), r.state
	if s.Groups > 0 {
		groups = max(groups, 1)
	}
	if s.Precision != "" {
		recurrent = precisions[s.Precision].weight
	}
	conv := (inner + 2*groups*size) * float64(max(s.ConvWidth-1, 0)) * r.state
	each, layers := conv+inner*size*recurrent, of(float64(s.Layers), r.share)
	lost := of(float64(m.AttentionLayers), r.share) * each
	c.keep(layers*each, layers*each+lost, units.Several(layers, "layer")+" × ("+count(conv)+" B of convolution + "+count(inner*size)+
		" × "+units.Number(recurrent, 4)+" B of state)")
}

// keep adds bytes a sequence.
func (c *kv) keep(once, most float64, text string) {
	c.once, c.most = c.once+once, c.most+most
	if c.text != "" {
		c.text += " + "
	}
	c.text += text
}
