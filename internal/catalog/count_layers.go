package catalog

// attention is the parameters of all layers' attention, and those of the matrices
// for keys and values among them.
//
//	standard:   h·a·d + h·k·d + h·k·w + a·w·h, those with a window by their own a, k, d and w
//	mla:        queries + h·(c + r) + c + c·a·(d + w) + a·w·h
//	compressed: queries + h·d + d + a·d·o + g·o·h, as many sinks as heads
//
// with keys compressed to c, positional keys of width r, and outputs compressed
// to o in each of g groups. Queries are h·q + q + q·a·(d + r) where they are
// compressed to q, else h·a·(d + r); r is within d under compressed attention.
func (m *Model) attention() (sum, keyValue float64, ok bool) {
	hidden, layers := float64(m.HiddenSize), float64(m.AttentionLayers)
	heads, dim, value := float64(m.Heads), float64(m.HeadDim), float64(m.VHeadDim)
	if heads == 0 || dim == 0 || m.AttentionLayers > m.Layers {
		return 0, 0, false
	}
	queries := func(dim float64) float64 {
		if q := float64(m.QLoRARank); q > 0 {
			return hidden*q + q + q*heads*dim
		}
		return hidden * heads * dim
	}
	ok = true
	switch m.Attention {
	case "mla":
		c, rope := float64(m.KVLoRARank), float64(m.RopeDim)
		sum = layers * (queries(dim+rope) + hidden*(c+rope) + c + c*heads*(dim+value) + heads*value*hidden)
		ok = c > 0
	case "compressed":
		output, groups := float64(m.OLoRARank), float64(m.OGroups)
		sum = layers * (queries(dim) + hidden*dim + dim + heads*dim*output + groups*output*hidden)
		ok = output > 0
		for _, c := range m.Compression {
			sum += float64(c.Layers) * c.parameters(hidden, dim)
		}
	default:
		sum, keyValue, ok = m.standard()
	}
	if m.AttentionGate {
		sum += layers * hidden * heads * value
	}
	if m.AttentionSinks {
		sum += layers * heads
	}
	return sum + m.indexer(), keyValue, ok
}

// standard is attention with keys and values for each head, layer by layer.
func (m *Model) standard() (sum, keyValue float64, ok bool) {
	hidden := float64(m.HiddenSize)
	layers := func(n, heads, kv, dim, value int, keyIsValue bool) {
		a, k, d, w := float64(heads), float64(kv), float64(dim), float64(value)
		keys, values := hidden*k*d, hidden*k*w
		if keyIsValue {
			values = 0
		}
		each := hidden*a*d + keys + values + a*w*hidden
		switch m.AttentionBias {
		case "qkv":
			each += a*d + k*(d+w)
		case "o":
			each += hidden
		case "qvo":
			each += a*d + k*w + hidden
		case "qkvo":
			each += a*d + k*(d+w) + hidden
		}
		switch m.QKNorm {
		case "head":
			each += 2 * d
		case "layer":
			each += (a + k) * d
		}
		sum += float64(n) * each
		keyValue += float64(n) * (keys + values)
	}
	whole := m.AttentionLayers
	if w := m.SlidingWindow; w != nil {
		if w.Layers > whole {
			return 0, 0, false
		}
		whole -= w.Layers
		layers(w.Layers, w.Heads, w.KVHeads, w.HeadDim, w.VHeadDim, false)
	}
	layers(whole, m.Heads, m.KVHeads, m.HeadDim, m.VHeadDim, m.KeyIsValue)
	return sum, keyValue, true
}

// parameters is those that compress: for d numbers a token two matrices h·d, d for
// each place of the ratio and a norm d; with overlap all but the norm twice.
func (c Compression) parameters(hidden, dim float64) float64 {
	wide := dim
	if c.Overlap {
		wide *= 2
	}
	return 2*hidden*wide + float64(c.Ratio)*wide + dim
}

// indexer is the parameters of what chooses tokens: queries from the compressed
// ones (or h), q·a·d, a weight h for each head, and keys h·d with a norm 2d; under
// compressed attention a compression of that width makes the keys.
func (m *Model) indexer() float64 {
	x := m.Indexer
	if x == nil {
		return 0
	}
	hidden, dim := float64(m.HiddenSize), float64(x.HeadDim)
	each := float64(or(m.QLoRARank, m.HiddenSize))*float64(x.Heads)*dim + hidden*float64(x.Heads)
	if m.Attention != "compressed" {
		return float64(x.Layers) * (each + hidden*dim + 2*dim)
	}
	for _, c := range m.Compression {
		if c.Layers == x.Layers && c.Overlap {
			each += c.parameters(hidden, dim)
		}
	}
	return float64(x.Layers) * each
}

// feedForward is one feed-forward part between a width and an inner one: three
// matrices where it is gated, else two, and their biases.
func (m *Model) feedForward(width, inner int) float64 {
	w, f, up := float64(width), float64(inner), 1.0
	if m.Gated {
		up = 2
	}
	sum := (up + 1) * w * f
	if m.FFNBias {
		sum += up*f + w
	}
	return sum
}

// experts are the routed experts of all layers, and what every token uses there:
// shared experts, the router h·E (and E of biases), the gate h, and 2·h·l where
// the experts work in a latent width l.
func (m *Model) experts() (routed, shared float64, ok bool) {
	e := m.Experts
	if e.Count == 0 || e.FFNSize == 0 || e.Layers > m.Layers {
		return 0, 0, false
	}
	layers, hidden := float64(e.Layers), float64(m.HiddenSize)
	routed = layers * float64(e.Count) * m.feedForward(or(e.LatentSize, m.HiddenSize), e.FFNSize)
	each := hidden*float64(e.Count) + float64(e.Shared)*m.feedForward(m.HiddenSize, e.SharedFFNSize) + 2*hidden*float64(e.LatentSize)
	if e.RouterBias {
		each += float64(e.Count)
	}
	if e.SharedGate {
		each += hidden
	}
	return routed, layers * each, true
}

// parameters is those of one layer that keeps a state; i is its inner width, n the
// size of its state, g groups, H heads of width d, w the convolution.
//
//	mamba1:      2·h·i + i·w + i·(r + 2n) + r·i + i + i·n + i + i·h, r the rank of the time step
//	mamba2:      h·(2i + 2gn + H) + (i + 2gn)·w + 3H + i + i·h
//	delta:       h·(2gn + 2i + 2H) + (i + 2gn)·w + 2H + d + i·h
//	kda:         h·(2gn + i) + (i + 2gn)·w + h·d + d·i + i + H + h·H + d + gate + i·h
//	linear:      4·h·i + i + i·h
//	convolution: 3·h·i + i·w + i·h
//
// The gate of kda is h·i, or h·r + r·i where it is compressed to r.
func (s *State) parameters(h float64) (float64, bool) {
	i, n, gn := float64(s.Inner), float64(s.Size), float64(s.Groups)*float64(s.Size)
	heads, dim, r := float64(s.Heads), float64(s.HeadDim), float64(s.DTRank)
	conv := s.channels() * float64(s.ConvWidth)
	if s.ConvBias {
		conv += s.channels()
	}
	sum := conv + i*h
	switch s.Kind {
	case "mamba1":
		sum += 2*h*i + i*(r+2*n) + r*i + i + i*n + i
		if s.InnerNorm {
			sum += r + 2*n
		}
		return sum, i > 0 && n > 0 && r > 0
	case "mamba2":
		return sum + h*(2*i+2*gn+heads) + 3*heads + i, i > 0 && n > 0 && heads > 0
	case "delta":
		return sum + h*(2*gn+2*i+2*heads) + 2*heads + dim, i > 0 && gn > 0 && heads > 0
	case "kda":
		gate := h * i
		if rank := float64(s.GateRank); rank > 0 {
			gate = h*rank + rank*i
		}
		return sum + h*(2*gn+i) + h*dim + dim*i + i + heads + h*heads + dim + gate, i > 0 && gn > 0 && heads > 0
	case "linear":
		return sum + 4*h*i + i, i > 0
	}
	return sum + 3*h*i, i > 0
}

// encoder is an encoder's blocks, as the model's own but with heads that have keys
// of their own, its norm, positions and convolutions; and in each of the model's
// layers attention to it and a norm.
func (m *Model) encoder() float64 {
	e, hidden := m.Encoder, float64(m.HiddenSize)
	attention := 4 * hidden * float64(m.Heads) * float64(m.HeadDim)
	switch m.AttentionBias {
	case "qvo":
		attention += 3 * hidden
	case "qkvo":
		attention += 4 * hidden
	}
	sum := float64(e.Layers)*(attention+m.feedForward(m.HiddenSize, e.FFNSize)+2*m.norm()) + m.norm() + hidden*float64(e.Positions)
	if c := float64(e.InputChannels); c > 0 {
		sum += 3*c*hidden + hidden + 3*hidden*hidden + hidden
	}
	return sum + float64(m.Layers)*(attention+m.norm())
}
