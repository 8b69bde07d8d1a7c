package demand

import "github.com/rackvet/rackvet/internal/units"

// KVCache is what the requests of an inference workload keep on the worst rank:
// keys and values, and the states of layers that have those instead; bytes.
type KVCache struct {
	PerToken float64 // a token's, in every layer that keeps it
	Further  float64 // what one more token takes once windows are full
	Request  float64 // one request of the longest context that must fit
	InFlight float64 // all requests in flight on one rank at their mean length
	// MaxContext is the longest context that must fit and Context the mean, tokens.
	MaxContext, Context int
	// Requests is those in flight on one rank, Groups how many groups of ranks have
	// requests of their own: replicas, and copies of the attention within one.
	Requests, Groups int
	// Held is the part of the GPU's demand that is this cache.
	Held float64
}

// keeps is layers that keep the same of each token.
type keeps struct {
	layers float64
	each   float64 // bytes a token and layer
	window float64 // the last tokens that are kept; 0: all
	ratio  float64 // tokens that are kept as one
	// own says that no engine gives these layers more than they keep.
	own  bool
	text string // of each
}

// page is the tokens that engines hand out cache in (vLLM, block_size 16).
const page = 16

// of is what n requests of a length take of these layers, in whole pages.
func (k keeps) of(n, length float64) float64 {
	tokens := ceil(length, k.ratio*page) * page
	if k.window > 0 {
		tokens = min(tokens, ceil(k.window, page)*page)
	}
	return n * k.layers * tokens * k.each
}

// whole is of without the saving of a window, as engines have it that give all
// layers pages of one kind.
func (k keeps) whole(n, length float64) float64 {
	if !k.own {
		k.window = 0
	}
	return k.of(n, length)
}

// kv is what the sequences of one model keep on one rank.
type kv struct {
	grows []keeps
	// once is bytes a sequence whatever its length, most is that with what engines
	// lose on it, text is of once.
	once, most float64
	text       string
}

// perToken is what a token takes while no window is full.
func (c kv) perToken() (bytes float64) {
	for _, k := range c.grows {
		if k.own && k.window > 0 {
			continue // what is compressed stays
		}
		bytes += k.layers * k.each / k.ratio
	}
	return bytes
}

// further is what one more token takes once windows are full.
func (c kv) further() (bytes float64) {
	for _, k := range c.grows {
		if k.window == 0 {
			bytes += k.layers * k.each / k.ratio
		}
	}
	return bytes
}

// of is what n requests of a length take.
func (c kv) of(n, length float64) float64 {
	bytes := n * c.once
	for _, k := range c.grows {
		bytes += k.of(n, length)
	}
	return bytes
}

// kvError is what measured caches differ by, page and print rounding included.
const kvError = 0.02

// part is the cache of n requests of a length as a component. High is without
// the saving of windows.
func (c kv) part(n, length float64, what string, inputs ...string) part {
	b, high, text := c.of(n, length), n*c.most, ""
	for i, k := range c.grows {
		high += k.whole(n, length)
		if i > 0 {
			text += " + "
		}
		text += units.Several(k.layers, "layer") + " × " + k.text
		if k.window > 0 {
			text += " of the last " + count(k.window)
		} else if k.ratio > 1 {
			text += " ÷ " + count(k.ratio)
		}
	}
	if len(c.grows) > 1 {
		text = "(" + text + ")"
	}
	if text != "" {
		text = what + " × " + text
	}
	if c.once > 0 {
		if text != "" {
			text += " + "
		}
		text += units.Several(n, "request") + " × " + c.text
	}
	return part{name: "kv_cache", bytes: b, low: b * (1 - kvError), high: high * (1 + kvError),
		formula: text + " = " + size(b), inputs: inputs}
}
