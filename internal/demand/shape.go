package demand

import (
	"cmp"
	"math"
	"strings"
)

// shape is a model's parameters, sorted by how ranks divide them and by which of
// them a quantiser leaves alone. All are counts; the fields sum to total.
type shape struct {
	total   float64
	embed   float64 // input embedding, vocabulary × hidden size
	head    float64 // output matrix; 0 where it is the embedding
	experts float64 // routed experts of all layers
	blocks  float64 // everything else, shared experts included
	kv      float64 // key and value projections, part of blocks; 0 unless attention is standard
	// known says whether layers, hidden size and heads are: without them only
	// total means something.
	known                               bool
	layers                              float64
	attentive, stateful, dense, sparse  float64 // layers that have attention, a state, a dense feed-forward part, experts
	hidden, heads, kvHeads              float64
	headDim, valueDim                   float64 // of queries and keys; of values
	ffn, expertFFN, expertWidth, shared float64 // inner widths; expertWidth the outer one; shared of all shared experts
	count, active, vocab                float64 // experts of a layer; those of them that a token uses
	inner, mixed                        float64 // widths of layers with a state: inside; through the convolution
	matrices                            float64 // of a feed-forward part: 3 gated, 2 not
	encoder                             *shape  // of an encoder–decoder; nil: none
	cross                               float64 // layers that attend to the encoder
	staged                              float64 // 1 where the output matrix counts as a layer of the last stage, else 0
}

// shapeOf sorts a model's parameters. The total is the stated one, or the count
// of the shape; what the embeddings and experts leave of it is blocks, so that
// biases, norms, encoders and towers are in.
func shapeOf(m *Model) shape {
	c, _ := m.Count()
	s := shape{
		total: m.Parameters, layers: float64(m.Layers), hidden: float64(m.HiddenSize), heads: float64(m.Heads),
		kvHeads: float64(or(m.KVHeads, m.Heads)), headDim: float64(m.HeadDim), valueDim: float64(m.VHeadDim),
		ffn: float64(m.FFNSize), vocab: float64(m.VocabSize), matrices: 2,
		embed: c.Embedding, head: c.Head, experts: c.Experts, kv: c.KeyValue,
		attentive: float64(m.AttentionLayers), dense: float64(m.FFNLayers),
	}
	if m.Gated {
		s.matrices = 3
	}
	if s.total <= 0 {
		s.total, _ = m.CountParameters()
	}
	if s.headDim == 0 && s.heads > 0 {
		s.headDim = s.hidden / s.heads
	}
	if m.Attention == "mla" || s.valueDim == 0 {
		s.valueDim = s.headDim
	}
	if s.attentive == 0 && m.State == nil {
		s.attentive = s.layers
	}
	s.known = s.layers > 0 && s.hidden > 0 && (s.heads > 0 || s.attentive == 0 && m.State != nil)
	if e := m.Experts; e != nil {
		s.sparse = float64(or(e.Layers, m.Layers))
		s.expertFFN, s.expertWidth = float64(or(e.FFNSize, m.FFNSize)), float64(or(e.LatentSize, m.HiddenSize))
		s.active, s.count = float64(or(e.Active, 1)), float64(e.Count)
		s.shared = float64(e.Shared) * float64(or(e.SharedFFNSize, e.FFNSize, m.FFNSize))
	}
	if x := m.State; x != nil {
		s.stateful, s.inner, s.mixed = float64(x.Layers), float64(x.Inner), float64(x.Inner+2*x.Groups*x.Size)
	}
	// A stated total below what the shape says would make the rest negative.
	s.embed = min(s.embed, s.total)
	s.head = min(s.head, s.total-s.embed)
	s.experts = min(s.experts, s.total-s.embed-s.head)
	s.blocks = s.total - s.embed - s.head - s.experts
	s.kv = min(s.kv, s.blocks)
	return s.withEncoder(m)
}

// missing names what the shape lacks for what needs more than a count.
func (s shape) missing(m *Model) string {
	var lacks []string
	for _, f := range []struct {
		name  string
		value float64
	}{{"layers", s.layers}, {"hidden_size", s.hidden}, {"heads", s.heads}} {
		if f.value == 0 && !s.known {
			lacks = append(lacks, f.name)
		}
	}
	if s.known && m.Experts != nil && s.expertFFN == 0 {
		lacks = append(lacks, "experts.ffn_size")
	}
	return "the shape of model " + quoted(m.ID) + " lacks " + strings.Join(lacks, ", ")
}

// division is how the ranks of one copy of a model divide it.
type division struct {
	tensor   float64 // divides the blocks, embeddings and output matrix
	experts  float64 // divides the experts
	pipeline float64 // divides the layers
	last     bool    // the last stage is meant, not the first
}

// stage is the layers of the first pipeline stage, or of the last. Those that
// don't divide evenly make the first stages longer by one.
func (s shape) stage(d division) float64 {
	switch n := s.layers + s.staged; {
	case d.pipeline <= 1:
		return s.layers
	case d.last:
		return max(math.Floor(n/d.pipeline)-s.staged, 0)
	default:
		return min(ceil(n, d.pipeline), s.layers)
	}
}

// sparseOf is how many of a stage's layers have experts: all where most of the model's
// do, as they come behind the few that don't (DeepSeek-V3: 58 of 61); their part where
// half do or fewer, which come between the others (Jamba and Llama 4 Maverick: every
// second).
func (s shape) sparseOf(layers float64) float64 {
	if 2*s.sparse <= s.layers {
		layers = of(s.sparse, layers/s.layers)
	}
	return min(layers, s.sparse)
}

// share is the parameters on a rank of the first pipeline stage, or of the last.
// The first holds the embedding, the last the output matrix, which is the
// embedding again where they are tied. Key and value projections are there at least
// one head to a rank.
func (s shape) share(d division) shape {
	if s.total <= 0 {
		return s
	}
	stage, sparse, layers := 1.0, 1.0, s.layers
	if d.pipeline > 1 && s.layers > 0 {
		layers = s.stage(d)
		stage, sparse = layers/s.layers, layers/s.layers
		if s.sparse > 0 {
			sparse = s.sparseOf(layers) / s.sparse
		}
	}
	r := s
	r.embed, r.head = s.embed/d.tensor, s.head/d.tensor
	if d.pipeline > 1 && d.last {
		r.embed, r.head = 0, max(r.embed, r.head)
	} else if d.pipeline > 1 {
		r.head = 0
	}
	r.kv = s.kv / d.tensor
	if s.kvHeads > 0 && d.tensor > s.kvHeads {
		r.kv = s.kv / s.kvHeads
	}
	r.kv *= stage
	r.blocks = (s.blocks-s.kv)*stage/d.tensor + r.kv
	r.experts = s.experts * sparse / d.experts
	r.total = r.embed + r.head + r.blocks + r.experts
	r.layers = layers
	return r
}

// or is the first of values that is stated.
func or[T comparable](values ...T) T { return cmp.Or(values...) }
