package hfconfig

import "strings"

// trim reads what is small: norms, biases, positions and layers that predict
// further tokens.
func (c *config) trim() {
	c.out["gated"] = !c.plain()
	norms := c.class.norms
	switch c.kind {
	case "falcon", "RefinedWeb", "RefinedWebModel":
		if c.flag(true, "parallel_attn") && !c.flag(false, "new_decoder_architecture") {
			norms = 1
		}
	case "gemma4", "gemma4_text":
		if c.out["experts"] != nil {
			norms = 7 // three more around the experts
		}
	}
	if c.out["attention_layers"] == 0.0 && c.has("ffn_size") == 0 && c.out["experts"] == nil {
		norms = 1
	}
	if norms != 0 && norms != 2 {
		c.put(c.out, "layer_norms", norms)
	}
	if c.class.layer {
		c.out["norm"] = "layer"
	}
	if c.class.bare || !c.flag(true, "do_layer_norm_before") {
		c.out["final_norm"] = false
	}
	set(c.out, "embedding_norm", c.class.embedded)
	set(c.out, "ffn_bias", c.class.ffn || c.flag(false, "mlp_bias"))
	set(c.out, "head_bias", c.class.head || c.flag(false, "lm_head_bias"))
	if c.kind == "opt" {
		if e := c.count("word_embed_proj_dim"); e > 0 && e != c.has("hidden_size") {
			c.put(c.out, "embedding_size", e)
		}
	}
	c.positions()
	if c.kind == "bert" || strings.HasSuffix(c.kind, "roberta") {
		segments := c.count("type_vocab_size")
		if segments == 0 {
			segments = 2
		}
		c.put(c.out, "segments", segments)
		c.out["pooler"] = true
		for _, name := range names(c.text) {
			if strings.Contains(name, "ForMaskedLM") || strings.Contains(name, "ForTokenClassification") || strings.Contains(name, "ForQuestionAnswering") {
				delete(c.out, "pooler")
			}
		}
	}
	if p := c.count("hidden_size_per_layer_input"); p > 0 {
		c.put(c.out, "layer_embedding_size", p)
	}
	mtp := c.count("num_nextn_predict_layers", "mtp_num_hidden_layers", "num_mtp_modules")
	if c.kind == "minimax_m2" && !c.flag(true, "use_mtp") {
		mtp = 0
	}
	c.put(c.out, "mtp_layers", mtp)
	if c.count("attn_res_block_size") > 0 {
		c.say("attn_res_block_size: what mixes earlier layers in is not counted, less than 0.1 %% of the parameters")
	}
}

// positions are learned ones: as many as tokens, or some more.
func (c *config) positions() {
	if c.class.positions < 0 {
		return
	}
	longest := c.has("max_context")
	if longest == 0 {
		c.miss("positions", "no max_position_embeddings: the learned positions are not known")
		return
	}
	if c.class.positions != learned {
		longest += c.class.positions
	}
	c.put(c.out, "positions", longest)
}

// encoder reads the encoder of an encoder–decoder.
func (c *config) encoder() {
	layers := c.count("encoder_layers")
	if c.kind != "whisper" {
		if c.flag(false, "is_encoder_decoder") {
			c.miss("encoder", "an encoder–decoder of model_type %s: its encoder is not modelled", show(c.kind))
		}
		return
	}
	e := object{}
	c.put(e, "layers", layers)
	if layers == 0 {
		c.miss("encoder", "no encoder_layers: the encoder is not known")
		e["layers"] = 1.0
	}
	if h := c.count("encoder_attention_heads"); h > 0 && h != c.has("heads") {
		c.put(e, "heads", h)
	}
	if f := c.count("encoder_ffn_dim"); f > 0 && f != c.has("ffn_size") {
		c.put(e, "ffn_size", f)
	}
	c.put(e, "context", c.count("max_source_positions"))
	c.put(e, "positions", c.count("max_source_positions"))
	c.put(e, "input_channels", c.count("num_mel_bins"))
	c.out["encoder"] = e
}
