package hfconfig

// attention reads what a token's keys and values are like.
func (c *config) attention(k kinds) {
	if k.attention == 0 {
		return
	}
	heads := c.counted(headNames...)
	c.put(c.out, "heads", heads)
	switch {
	case c.kind == "deepseek_v4" || c.kind == "deepseek_ref":
		c.compressed(k)
	case c.class.mla && c.flag(true, "use_mla") && c.count("kv_lora_rank") > 0:
		c.latent()
	default:
		c.standard(heads)
	}
	c.biases()
	c.indexer()
	qk := c.class.qk
	if v, _ := c.get("use_qk_norm", "qk_layernorm"); v != nil && qk == "" {
		if c.flag(false, "use_qk_norm", "qk_layernorm") && c.kind != "llama4" && c.kind != "llama4_text" {
			qk = "head" // Llama 4's has no parameters
		}
	}
	if t := word(c.text, "qk_norm_type"); t == "per_layer" || qk != "" && c.class.norms == 1 {
		qk = "layer"
	}
	set(c.out, "qk_norm", qk)
	set(c.out, "attention_gate", c.flag(c.class.gate, "attn_output_gate", "attention_output_gate", "mla_use_output_gate", "use_attn_output_gate"))
	set(c.out, "attention_sinks", c.kind == "gpt_oss" || c.out["attention"] == "compressed")
	shared := c.count("num_kv_shared_layers")
	c.put(c.out, "kv_shared_layers", shared)
}

// standard is keys and values for each head.
func (c *config) standard(heads int) {
	kv := c.count("num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num", "kv_n_heads")
	if kv == 0 {
		kv = c.countIn(within(c.text, "attn_config"), "kv_n_heads")
	}
	switch c.kind {
	case "falcon", "RefinedWeb", "RefinedWebModel": // multi_query holds before the new architecture alone
		if !c.flag(false, "new_decoder_architecture") {
			kv = heads
			if c.flag(true, "multi_query") {
				kv = 1
			}
		}
	case "gpt_bigcode", "gpt2":
		if c.flag(c.kind == "gpt_bigcode", "multi_query") {
			kv = 1
		}
	case "chatglm":
		if !c.flag(false, "multi_query_attention") {
			kv = heads
		}
	}
	if kv > 0 && kv != heads {
		c.put(c.out, "kv_heads", kv)
	}
	dim := c.counted("head_dim", "attention_head_dim", "kv_channels", "d_kv")
	if hidden := c.has("hidden_size"); dim > 0 && (heads == 0 || dim*heads != hidden) {
		c.put(c.out, "head_dim", dim)
	} else if dim == 0 && heads > 0 && hidden%heads != 0 {
		c.miss("head_dim", "no head_dim, and hidden_size %d is no multiple of %d heads", hidden, heads)
	}
	if v := c.count("v_head_dim"); v > 0 && v != dim {
		c.put(c.out, "v_head_dim", v)
	}
	// Layers that look back all the way may have heads of their own.
	if d := c.count("global_head_dim"); d > 0 {
		c.put(c.out, "head_dim", d)
	}
	if n := c.count("num_global_key_value_heads"); n > 0 {
		c.put(c.out, "kv_heads", n)
	}
	set(c.out, "key_is_value", c.flag(false, "attention_k_eq_v"))
}

// windowShape is the heads of layers with a window, where those differ.
func (c *config) windowShape(w object) {
	if c.count("global_head_dim") > 0 || c.count("num_global_key_value_heads") > 0 {
		c.put(w, "head_dim", c.count("head_dim"))
		c.put(w, "kv_heads", c.count("num_key_value_heads"))
	}
	for _, f := range []struct{ field, name string }{
		{"heads", "swa_num_attention_heads"}, {"kv_heads", "swa_num_key_value_heads"}, {"head_dim", "swa_head_dim"}, {"v_head_dim", "swa_v_head_dim"},
	} {
		if n := c.count(f.name); n > 0 && n != c.has(f.field) {
			c.put(w, f.field, n)
		}
	}
	if _, own := w["head_dim"]; !own && w["v_head_dim"] != nil && w["v_head_dim"] == c.out["v_head_dim"] {
		delete(w, "v_head_dim")
	}
	if shared := c.has("kv_shared_layers"); shared > 0 {
		layers := c.list("layer_types")
		n := 0
		for i := max(len(layers)-shared, 0); i < len(layers); i++ {
			if layers[i] == "sliding_attention" {
				n++
			}
		}
		if len(layers) == 0 {
			c.miss("sliding_window", "no layer_types: which of the %d layers that share keys and values have a window is not known", shared)
		}
		c.put(w, "kv_shared_layers", n)
	}
}

// latent is multi-head latent attention.
func (c *config) latent() {
	c.out["attention"] = "mla"
	c.put(c.out, "head_dim", c.count("qk_nope_head_dim"))
	c.put(c.out, "rope_dim", c.count("qk_rope_head_dim"))
	c.put(c.out, "kv_lora_rank", c.count("kv_lora_rank"))
	c.put(c.out, "q_lora_rank", c.count("q_lora_rank"))
	v := c.count("v_head_dim")
	if v == 0 && c.kind == "minicpm3" {
		v = c.has("hidden_size") / max(c.has("heads"), 1)
	}
	if v == 0 || c.has("head_dim") == 0 {
		c.miss("v_head_dim", "no qk_nope_head_dim or v_head_dim: the width of the heads is not known")
	}
	c.put(c.out, "v_head_dim", v)
}

// compressed is DeepSeek V4's attention: layers of a ratio of 4, whose compressed
// tokens overlap and are indexed, of 128, and without.
func (c *config) compressed(k kinds) {
	c.out["attention"] = "compressed"
	c.out["kv_heads"] = 1.0
	for _, f := range []struct{ field, name string }{
		{"head_dim", "head_dim"}, {"q_lora_rank", "q_lora_rank"}, {"o_lora_rank", "o_lora_rank"}, {"o_groups", "o_groups"}, {"rope_dim", "qk_rope_head_dim"}, {"residual_streams", "hc_mult"},
	} {
		c.put(c.out, f.field, c.count(f.name))
	}
	ratios := c.list("compress_ratios")
	if len(ratios) < k.attention {
		c.miss("compression", "compress_ratios names %d of %d layers", len(ratios), k.attention)
	}
	layers := map[float64]int{}
	for _, r := range ratios[:min(len(ratios), k.attention)] {
		if n, ok := r.(float64); ok && n >= 1 {
			layers[n]++
		}
	}
	blocks := object{}
	for ratio, n := range layers {
		if ratio != float64(int(ratio)) || ratio > 1e6 || len(layers) > 8 {
			c.miss("compression", "compress_ratios: %s is no ratio", show(ratio))
			continue
		}
		b := object{}
		c.put(b, "ratio", int(ratio))
		c.put(b, "layers", n)
		set(b, "overlap", ratio == 4)
		blocks["by_"+show(ratio)] = b
	}
	if len(blocks) > 0 {
		c.out["compression"] = blocks
	}
}

// indexer is what chooses tokens in sparse attention.
func (c *config) indexer() {
	heads, dim := c.count("index_n_heads"), c.count("index_head_dim")
	layers := 0
	if types := c.list("indexer_types"); len(types) > 0 {
		for _, t := range types[:min(len(types), c.has("layers"))] {
			if t == "full" {
				layers++
			}
		}
	}
	if sparse := within(c.text, "sparse_attention_config"); sparse != nil {
		heads, dim = c.countIn(sparse, "sparse_num_index_heads"), c.countIn(sparse, "sparse_index_dim")
		every, _ := sparse["sparse_attention_freq"].([]any)
		layers = ones(every)
	}
	if blocks, ok := c.out["compression"].(object); ok {
		if b, ok := blocks["by_4"].(object); ok {
			layers = int(b["layers"].(float64))
		}
	}
	if heads == 0 || dim == 0 {
		return
	}
	x := object{}
	c.put(x, "heads", heads)
	c.put(x, "head_dim", dim)
	if layers != c.has("layers") {
		c.put(x, "layers", layers)
	}
	c.out["indexer"] = x
}

// biases says which projections of attention have them.
func (c *config) biases() {
	kind := c.class.bias
	if v, _ := c.get("attention_bias", "qkv_bias", "use_bias", "bias", "add_qkv_bias", "use_qkv_bias"); kind == "" && v != nil {
		may := c.class.may
		switch {
		case c.kind == "chatglm" || c.kind == "stablelm":
			may = "qkv"
		case may == "":
			may = "qkvo"
		}
		if c.flag(false, "attention_bias", "qkv_bias", "add_qkv_bias", "use_qkv_bias") {
			kind = may
		} else if c.flag(false, "use_bias", "bias") && c.kind != "nemotron_h" {
			kind, c.class.ffn = "qkvo", true
		}
	}
	if v, ok := c.text["use_bias"].(bool); ok && !v && c.kind == "starcoder2" {
		kind, c.class.ffn = "", false
	}
	if c.class.mla {
		kind = ""
	}
	set(c.out, "attention_bias", kind)
}
