// Package hfconfig reads the config.json of a Hugging Face model into the fields
// of a model block, as the schema's #Model names them.
package hfconfig

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
)

// Note is one line on what a file lacks or what was not understood of it.
type Note struct {
	// Field is the model's field that it is about; "" where it is about none.
	Field string
	Text  string
	// Missing says that the model's shape, and with it the count of its parameters, is
	// not complete; else the note is a remark.
	Missing bool
}

// String is the text.
func (n Note) String() string { return n.Text }

// Parse reads a config.json. The fields are those of a model block, as
// catalog.DecodeModel takes them: numbers are float64, blocks are maps. What the
// file leaves out is what its class in the transformers library takes, where that
// is known; notes say what is missing or was not understood, that first. An error
// says that the text is no JSON or no model's config. The caller bounds the text.
func Parse(text []byte) (fields map[string]any, notes []Note, err error) {
	v, twice, err := parse(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))) // a byte order mark says nothing
	if err != nil {
		return nil, nil, err
	}
	root, ok := v.(object)
	if !ok {
		return nil, nil, fmt.Errorf("a config.json is an object, not %s", show(v))
	}
	c := &config{root: root, text: language(root), out: object{}, said: map[string]bool{}}
	if err := c.model(); err != nil {
		return nil, nil, err
	}
	for _, name := range twice {
		c.say("%s is there twice: the last one counts", clip(name))
	}
	c.read()
	if err := errors.Join(c.faults...); err != nil {
		return nil, nil, err
	}
	slices.SortStableFunc(c.notes, func(a, b Note) int { return order(a) - order(b) })
	return c.out, c.notes, nil
}

func order(n Note) int {
	if n.Missing {
		return 0
	}
	return 1
}

// nested are the names under which a model of several keeps its language model.
var nested = []string{"text_config", "llm_config", "language_config", "thinker_config", "language_model_config", "talker_text_config"}

// language finds the part that describes the language model.
func language(o object) object {
	for range 4 {
		inner := within(o, nested...)
		if inner == nil {
			break
		}
		o = inner
	}
	return o
}

// Names of the numbers that any model has.
var (
	layerNames  = []string{"num_hidden_layers", "n_layer", "n_layers", "num_layers", "decoder_layers"}
	hiddenNames = []string{"hidden_size", "n_embd", "d_model", "hidden_dim", "dim"}
	headNames   = []string{"num_attention_heads", "n_head", "n_heads", "num_heads", "decoder_attention_heads"}
)

// model says what kind of model the file is of, or that it is of none.
func (c *config) model() error {
	c.kind = word(c.text, "model_type")
	if c.kind == "" {
		c.kind = architecture(c.text)
	}
	c.class = classOf(c.kind)
	if v, _ := c.get(slices.Concat(layerNames, hiddenNames, headNames)...); v != nil || c.class.defaults != nil {
		return nil
	}
	if v, _ := find(c.root, "quantization"); v != nil {
		return errors.New("this is how a model was quantised, without its shape: read the config.json beside it")
	}
	for _, v := range c.root {
		if inner, ok := v.(object); ok {
			if v, _ := find(inner, slices.Concat(layerNames, hiddenNames)...); v != nil && word(inner, "model_type") != "" {
				return errors.New("these are the configs of several models: give the config.json of one")
			}
		}
	}
	return errors.New("this is no model's config.json: it has neither num_hidden_layers nor hidden_size")
}

// read fills in the fields.
func (c *config) read() {
	c.sizes()
	c.precision()
	switch {
	case c.class.unknown != "":
		c.miss("", "model_type %s: %s, so that parameters are not counted rightly", show(c.kind), c.class.unknown)
	case c.kind == "":
		c.miss("", "no model_type: the parts are taken to be those of a Llama, and may be others")
	case !c.class.known:
		c.miss("", "model_type %s is not known: its parts are taken to be those of a Llama, and may be others", show(c.kind))
	}
	k := c.kinds()
	c.attention(k)
	c.experts(k)
	c.states(k)
	c.windows(k)
	c.encoder()
	c.trim()
	c.towers()
	for _, f := range []struct{ field, name string }{{"layers", "num_hidden_layers"}, {"hidden_size", "hidden_size"}, {"vocab_size", "vocab_size"}} {
		if c.has(f.field) == 0 {
			c.miss(f.field, "no %s: %s", f.name, whatIs[f.field])
		}
	}
	if c.has("heads") == 0 && k.attention > 0 {
		c.miss("heads", "no num_attention_heads: the heads are not known")
	}
	if c.has("ffn_size") == 0 && c.dense(k) > 0 {
		c.miss("ffn_size", "no intermediate_size: the width of the feed-forward part is not known")
	}
}

// dense is how many layers have a dense feed-forward part.
func (c *config) dense(k kinds) int {
	if k.dense >= 0 {
		return k.dense
	}
	e, _ := c.out["experts"].(object)
	switch sparse, some := e["layers"].(float64); {
	case e == nil:
		return c.has("layers")
	case some:
		return c.has("layers") - int(sparse)
	}
	return 0
}

var whatIs = map[string]string{
	"layers": "the layers are not known", "hidden_size": "the width is not known", "vocab_size": "the size of the embedding is not known",
}

// sizes reads what every model has.
func (c *config) sizes() {
	set(c.out, "family", c.class.family)
	layers := c.counted(layerNames...)
	for _, name := range []string{"layers_block_type", "layer_types", "hybrid_layer_pattern"} {
		if layers == 0 {
			layers = len(c.list(name))
		}
	}
	if pattern := word(c.text, "hybrid_override_pattern"); layers == 0 {
		layers = len(pattern)
	}
	c.put(c.out, "layers", layers)
	c.put(c.out, "hidden_size", c.counted(hiddenNames...))
	vocab := c.counted("vocab_size", "padded_vocab_size")
	if padded := c.count("padded_vocab_size"); padded > vocab {
		vocab = padded
	}
	if v := c.countIn(c.root, "vocab_size"); vocab == 0 {
		vocab = v
	}
	c.put(c.out, "vocab_size", vocab)
	c.put(c.out, "max_context", c.counted("max_position_embeddings", "n_positions", "max_seq_len", "max_target_positions", "seq_length", "max_sequence_length"))
	tied := c.class.tied
	if v, ok := c.root["tie_word_embeddings"].(bool); ok {
		tied = v
	}
	tied = c.flag(tied, "tie_word_embeddings")
	c.out["tied_embeddings"] = tied || c.class.family == "embedding" || headless(c.text)
}
