package catalog

// Model is a model's shape: enough to count its parameters and the cache that a
// sequence keeps. DecodeModel puts defaults where a field says so; a field that is
// 0 or nil then is not known, or not of this kind of model.
type Model struct {
	ID      string
	Aliases []string
	Family  string // "llm" (default), "embedding", "diffusion" or "speech"
	// Parameters is how many there are in all, experts and towers included, layers that
	// predict further tokens not; as CountParameters counts them where they are not stated.
	Parameters       float64
	ActiveParameters float64 // those that one token uses; counted likewise
	Precision        string  // the format the weights are published in; default "bf16"
	Layers           int     // blocks, whatever each consists of
	HiddenSize       int     // width of the residual stream
	VocabSize        int     // tokens
	MaxContext       int     // tokens
	TiedEmbeddings   bool    // input and output embeddings are one matrix, or there is no output

	Attention       string         // "standard" (default), "mla" or "compressed"
	AttentionLayers int            // layers that have attention; default Layers
	KVSharedLayers  int            // of them, those that keep no cache but read an earlier layer's
	Heads           int            // query heads
	KVHeads         int            // key and value heads; default Heads
	HeadDim         int            // width of one head's keys, positional part apart; default HiddenSize ÷ Heads
	VHeadDim        int            // width of one head's values; default HeadDim
	KeyIsValue      bool           // layers without a window have no matrix for values
	KVLoRARank      int            // width of MLA's compressed keys and values
	QLoRARank       int            // width of compressed queries; 0: not compressed
	OLoRARank       int            // width of a compressed output, of each group; 0: not compressed
	OGroups         int            // groups of heads that compress their output apart; default 1
	RopeDim         int            // width of MLA's positional part of the keys
	SlidingWindow   *SlidingWindow // nil: none
	Compression     []Compression  // of compressed attention, sorted by name
	Indexer         *Indexer       // of sparse attention; nil: none
	AttentionBias   string         // "o", "qkv", "qvo" or "qkvo"; "": none
	AttentionGate   bool           // the output has a gate as wide as itself
	AttentionSinks  bool           // each head has a learned sink
	QKNorm          string         // "head", "layer"; "": none

	FFNSize   int      // inner width of a dense feed-forward part
	FFNLayers int      // layers that have one; default those without experts
	Gated     bool     // three matrices in it, not two; default true
	FFNBias   bool     // it and experts have biases
	Experts   *Experts // nil: none

	State   *State   // layers that keep a state of one size; nil: none
	Encoder *Encoder // of an encoder–decoder; nil: none
	Towers  []Tower  // what turns pictures and sound into tokens, sorted by name
	// MTPLayers is the layers, beyond Layers, that predict further tokens; no count has them.
	MTPLayers int

	LayerNorm          bool // norms learn a bias as well ("layer"), not a scale alone ("rms")
	LayerNorms         int  // norms of the hidden size in a layer; default 2
	FinalNorm          bool // there is one behind the last layer; default true
	EmbeddingNorm      bool // there is one behind the embedding
	HeadBias           bool // the output matrix has biases
	EmbeddingSize      int  // width of an embedding that matrices take to HiddenSize and back; 0: HiddenSize
	Positions          int  // learned positions
	Segments           int  // learned kinds of input
	Pooler             bool // a square matrix with biases follows the last layer
	LayerEmbeddingSize int  // width of an embedding of the tokens for each layer; 0: none
	ResidualStreams    int  // copies of the residual stream; 0: one

	Components  []Component // of a model that is several networks, sorted by name
	Source      string
	Unconfirmed []string // fields, in the names of the schema, that no source confirms
}

// Experts is a mixture of experts.
type Experts struct {
	Count         int  // routed experts of a layer
	Active        int  // of them that one token uses; 0: not known
	FFNSize       int  // inner width of one expert; default the model's
	LatentSize    int  // width they work in, between two matrices of the layer; 0: the hidden size
	Shared        int  // experts that every token uses
	SharedFFNSize int  // inner width of one of them; default FFNSize
	SharedGate    bool // their output has a gate
	RouterBias    bool // each routed expert has a bias in the router
	Layers        int  // layers that have experts; default all
}

// SlidingWindow is the layers that look back a limited way.
type SlidingWindow struct {
	Size           int // tokens
	Layers         int // how many layers; default those that have attention
	Heads          int // default the model's
	KVHeads        int // default the model's
	HeadDim        int // default the model's
	VHeadDim       int // default the model's, or HeadDim where that is stated
	KVSharedLayers int // of them, those among the model's KVSharedLayers
}

// Compression is the layers of compressed attention that share one ratio.
type Compression struct {
	Name    string
	Ratio   int  // tokens that become one
	Layers  int  // how many layers
	Overlap bool // a compressed token draws on its neighbour's tokens too
}

// Indexer is what chooses the tokens that sparse attention reads.
type Indexer struct {
	Heads   int // query heads
	HeadDim int // width of one, and of the key that it keeps of a token
	Layers  int // layers that have one; default those that have attention
}

// State is the layers that keep a state of one size.
type State struct {
	Kind      string // "mamba1", "mamba2", "delta", "kda", "linear" or "convolution"
	Layers    int    // how many layers
	Heads     int    // of the recurrence: value heads of a delta net
	HeadDim   int    // width of one
	Inner     int    // width inside the layer; default Heads × HeadDim
	Size      int    // numbers that each of Inner keeps: the width of a key of a delta net
	Groups    int    // heads that share inputs B and C: key heads of a delta net
	ConvWidth int    // length of the convolution; 0: none
	ConvBias  bool
	DTRank    int    // width of Mamba 1's compressed time step
	InnerNorm bool   // Mamba 1 normalises the time step, B and C
	GateRank  int    // width of Kimi delta attention's compressed gate; 0: not compressed
	Precision string // how the recurrence's state is kept; "": as activations are
}

// Encoder is the encoder of an encoder–decoder.
type Encoder struct {
	Layers        int // blocks
	Heads         int // default the model's
	FFNSize       int // default the model's
	Context       int // vectors that it gives at most; 0: not known
	Positions     int // positions that weights hold
	InputChannels int // channels of sound that two convolutions take to HiddenSize; 0: it reads the embedding
}

// Tower is a network that turns pictures, film or sound into tokens.
type Tower struct {
	Name       string
	Parameters float64 // 0: not known
	Layers     int     // blocks; 0: not known
	HiddenSize int     // 0: not known
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

// Conv is the numbers that one layer keeps of a sequence for its convolution:
//
//	(inner + 2 × groups × size) × (conv width − 1)
func (s *State) Conv() float64 {
	if s.ConvWidth == 0 {
		return 0
	}
	return s.channels() * float64(s.ConvWidth-1)
}

// Recurrent is the numbers that one layer keeps of a sequence for its recurrence:
// inner × size.
func (s *State) Recurrent() float64 { return float64(s.Inner) * float64(s.Size) }

// channels is what the convolution runs over.
func (s *State) channels() float64 { return float64(s.Inner) + 2*float64(s.Groups)*float64(s.Size) }
