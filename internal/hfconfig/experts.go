package hfconfig

import (
	"strconv"
	"strings"
)

// routed are the names that files have for the experts of a layer.
var routed = []string{"num_experts", "n_routed_experts", "num_local_experts", "moe_num_experts", "num_moe_experts", "moe_num_primary_experts"}

// experts reads the feed-forward parts, dense and not.
func (c *config) experts(k kinds) {
	ffn, layers := c.inner(), c.has("layers")
	n := c.count(routed...)
	if n == 0 {
		n = c.countIn(within(c.text, "ffn_config"), "moe_num_experts")
	}
	if n <= 1 {
		if k.dense != 0 {
			c.put(c.out, "ffn_size", ffn)
		}
		if k.dense >= 0 && k.dense != layers {
			c.putZero(c.out, "ffn_layers", k.dense)
		}
		return
	}
	width := c.counted("moe_intermediate_size", "expert_intermediate_size", "moe_ffn_hidden_size", "expert_ffn_hidden_size")
	if width == 0 {
		width = ffn
	}
	sparse := k.sparse
	if sparse < 0 {
		sparse = c.sparseLayers(layers)
	}
	if dense := c.count("intermediate_size_mlp", "dense_intermediate_size"); dense > 0 {
		ffn = dense
	}
	c.put(c.out, "ffn_size", ffn)
	if sparse == 0 {
		return
	}
	switch both := strings.HasPrefix(c.kind, "gemma4") || c.kind == "granitemoehybrid"; {
	case both:
		c.put(c.out, "ffn_layers", layers) // a dense part beside the experts
	case k.dense >= 0 && k.dense != layers-sparse:
		c.putZero(c.out, "ffn_layers", k.dense)
	}
	e := object{}
	c.put(e, "count", n)
	active := c.count("num_experts_per_tok", "num_experts_per_token", "experts_per_token", "moe_top_k", "moe_topk", "top_k_experts", "topk", "num_selected_experts", "moe_k")
	if active == 0 {
		active = c.countIn(within(c.text, "ffn_config"), "moe_top_k")
	}
	if active == 0 {
		active = c.class.defaults["num_experts_per_tok"]
	}
	if active == 0 {
		c.miss("experts.active", "no num_experts_per_tok: how many experts a token uses is not known")
	}
	c.put(e, "active", min(active, n))
	if width == 0 {
		c.miss("experts.ffn_size", "no moe_intermediate_size: the width of the experts is not known")
	}
	c.put(e, "ffn_size", width)
	if sparse != layers {
		c.put(e, "layers", sparse)
	}
	c.sharedExperts(e, width)
	latent := c.count("moe_latent_size", "routed_expert_hidden_size")
	c.put(e, "latent_size", latent)
	set(e, "router_bias", c.class.router && c.flag(true, "use_routing_bias", "use_moe_router_bias") || word(c.text, "topk_method") == "noaux_tc")
	c.out["experts"] = e
}

// sharedExperts reads those that every token uses.
func (c *config) sharedExperts(e object, width int) {
	shared := c.count("n_shared_experts", "num_shared_experts", "num_shared_expert", "moe_num_shared_experts")
	inner := c.counted("shared_expert_intermediate_size", "moe_shared_expert_intermediate_size", "share_expert_dim", "shared_intermediate_size")
	if c.kind == "granitemoehybrid" {
		inner = 0 // a dense part beside the experts
	}
	if strings.HasPrefix(c.kind, "llama4") {
		shared = 1
	}
	if inner > 0 && shared == 0 {
		shared = 1
	}
	c.put(e, "shared", shared)
	if inner > 0 && inner != width {
		c.put(e, "shared_ffn_size", inner)
	}
	gated := c.kind == "qwen2_moe" || strings.HasPrefix(c.kind, "qwen3_next") || strings.HasPrefix(c.kind, "qwen3_5")
	set(e, "shared_gate", shared > 0 && gated)
}

// sparseLayers is how many of the layers have experts.
func (c *config) sparseLayers(layers int) int {
	if types := c.list("mlp_layer_types"); len(types) > 0 {
		n := 0
		for _, t := range types[:min(len(types), layers)] {
			if t == "sparse" || t == "moe" {
				n++
			}
		}
		return n
	}
	if each := c.list("moe_layer_freq"); len(each) > 0 {
		return ones(each[:min(len(each), layers)])
	}
	if list := c.list("moe_layers"); len(list) > 0 {
		return min(len(list), layers)
	}
	if names := word(c.text, "moe_layers_enum"); names != "" {
		return min(strings.Count(names, ",")+1, layers)
	}
	if step := c.count("interleave_moe_layer_step", "moe_layer_interval"); step > 0 {
		return layers / step
	}
	if period := c.count("expert_layer_period"); period > 0 {
		return every(layers, period, c.count("expert_layer_offset"))
	}
	dense := c.count("first_k_dense_replace", "num_dense_layers", "moe_layer_start_index")
	if v, _ := c.get("first_k_dense_replace"); v == nil && dense == 0 && c.kind == "deepseek_v3" {
		dense = 3
	}
	sparse := max(layers-dense, 0)
	if freq := c.count("moe_layer_freq", "decoder_sparse_step", "moe_every_n_layers"); freq > 1 {
		if dense > 0 {
			sparse = every(layers, freq, (dense+freq-1)/freq*freq)
		} else {
			sparse = layers / freq
		}
	}
	return max(sparse-len(c.list("mlp_only_layers")), 0)
}

// inner is the width of the dense feed-forward part.
func (c *config) inner() int {
	hidden := c.has("hidden_size")
	ffn := c.counted("intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim", "ffn_embed_dim", "decoder_ffn_dim", "ff_intermediate_size", "encoder_ffn_dim")
	if c.list("intermediate_size") != nil {
		c.miss("ffn_size", "intermediate_size is a list: layers of several widths are not modelled")
	}
	if ffn == 0 {
		ffn = c.countIn(within(c.text, "ffn_config"), "ffn_hidden_size")
	}
	if c.kind == "distilbert" {
		ffn = c.count("hidden_dim")
	}
	if c.kind == "qwen" {
		ffn /= 2 // the gate's and the other's together
	}
	if ratio := c.count("expansion_ratio"); ffn == 0 && ratio > 0 {
		ffn = min(ratio, 1000) * hidden
	}
	if ffn == 0 {
		switch c.kind {
		case "gpt2", "gpt_bigcode", "gpt_neo", "gptj", "bloom", "falcon", "RefinedWeb", "RefinedWebModel", "mpt":
			ffn = 4 * hidden // as the class has it
		}
	}
	return ffn
}

// plain says whether the feed-forward part has no gate.
func (c *config) plain() bool {
	if v, ok := c.text["gated"].(bool); ok {
		return !v
	}
	if v, ok := c.text["mlp_gated_linear_units"].(bool); ok {
		return !v
	}
	if _, ok := c.text["ffn_embed_dim"]; ok && c.kind == "llama" && c.inner() == 4*c.has("hidden_size") {
		c.miss("ffn_size", "ffn_embed_dim %s is 4 × the hidden size, and no mlp_gated_linear_units says that there is a gate: a Llama has one and another width", strconv.Itoa(c.inner()))
		return true
	}
	return c.class.plain || !c.class.known && c.text["ffn_embed_dim"] != nil
}
