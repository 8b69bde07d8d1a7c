package hfconfig

import "strings"

// states reads the layers that keep a state of one size.
func (c *config) states(k kinds) {
	if k.state == 0 {
		return
	}
	s := object{}
	switch {
	case within(c.text, "linear_attn_config") != nil:
		c.kda(s)
	case c.counted("linear_num_value_heads") > 0:
		c.delta(s)
	case c.count("conv_L_cache") > 0:
		s["kind"] = "convolution"
		c.put(s, "d_inner", c.has("hidden_size"))
		c.put(s, "conv_width", c.count("conv_L_cache"))
	case c.list("attn_type_list") != nil:
		s["kind"] = "linear"
		c.put(s, "heads", c.has("heads"))
		dim := c.counted("head_dim")
		if dim == 0 && c.has("heads") > 0 {
			dim = c.has("hidden_size") / c.has("heads")
		}
		c.put(s, "head_dim", dim)
		c.put(s, "d_state", dim)
	case c.count("mamba_num_heads", "mamba_n_heads", "num_heads") > 0 && c.kind != "mamba":
		c.mamba2(s)
	case c.count("mamba_d_state", "state_size") > 0:
		c.mamba1(s)
	default:
		c.miss("state", "what state %d layers keep is not known", k.state)
		return
	}
	c.put(s, "layers", k.state)
	switch word(c.text, "mamba_ssm_cache_dtype", "mamba_ssm_dtype") {
	case "float32":
		s["precision"] = "fp32"
	case "bfloat16":
		s["precision"] = "bf16"
	case "float16":
		s["precision"] = "fp16"
	}
	c.out["state"] = s
}

func (c *config) mamba1(s object) {
	hidden := c.has("hidden_size")
	s["kind"] = "mamba1"
	inner := 0
	if strings.Contains(c.kind, "mamba") {
		inner = c.count("intermediate_size")
	}
	if inner == 0 {
		expand := c.count("mamba_expand", "expand")
		if expand == 0 {
			expand = 2
		}
		inner = min(expand, 64) * hidden
	}
	c.put(s, "d_inner", inner)
	c.put(s, "d_state", c.count("mamba_d_state", "state_size"))
	c.put(s, "conv_width", c.count("mamba_d_conv", "conv_kernel"))
	set(s, "conv_bias", c.flag(true, "mamba_conv_bias", "use_conv_bias"))
	rank := 0
	if v, _ := c.get("mamba_dt_rank", "time_step_rank"); v != "auto" {
		rank = c.count("mamba_dt_rank", "time_step_rank")
	}
	if rank == 0 {
		rank = (hidden + 15) / 16
	}
	c.put(s, "dt_rank", rank)
	set(s, "inner_norm", c.kind == "jamba")
}

func (c *config) mamba2(s object) {
	s["kind"] = "mamba2"
	c.put(s, "heads", c.count("mamba_num_heads", "mamba_n_heads", "num_heads"))
	dim := c.count("mamba_head_dim", "mamba_d_head")
	if dim == 0 && c.kind == "mamba2" {
		dim = c.count("head_dim")
	}
	if v, _ := c.get("mamba_d_head"); v == "auto" && c.count("mamba_n_heads") > 0 {
		dim = min(c.count("mamba_expand"), 64) * c.has("hidden_size") / c.count("mamba_n_heads")
	}
	if dim == 0 {
		c.miss("state", "no mamba_head_dim: the size of the state is not known")
	}
	c.put(s, "head_dim", dim)
	c.put(s, "d_state", c.count("ssm_state_size", "mamba_d_state", "state_size"))
	groups := c.count("mamba_n_groups", "n_groups")
	if groups == 0 {
		groups = 1
	}
	c.put(s, "groups", groups)
	c.put(s, "conv_width", c.count("conv_kernel", "mamba_d_conv"))
	set(s, "conv_bias", c.flag(true, "use_conv_bias", "mamba_conv_bias"))
}

func (c *config) delta(s object) {
	s["kind"] = "delta"
	c.put(s, "heads", c.counted("linear_num_value_heads"))
	c.put(s, "head_dim", c.counted("linear_value_head_dim"))
	c.put(s, "groups", c.counted("linear_num_key_heads"))
	c.put(s, "d_state", c.counted("linear_key_head_dim"))
	c.put(s, "conv_width", c.counted("linear_conv_kernel_dim"))
}

func (c *config) kda(s object) {
	linear := within(c.text, "linear_attn_config")
	s["kind"] = "kda"
	heads, dim := c.countIn(linear, "num_heads"), c.countIn(linear, "head_dim")
	c.put(s, "heads", heads)
	c.put(s, "groups", heads)
	c.put(s, "head_dim", dim)
	c.put(s, "d_state", dim)
	c.put(s, "conv_width", c.countIn(linear, "short_conv_kernel_size"))
	if full, ok := linear["use_full_rank_gate"].(bool); !ok || !full {
		c.put(s, "gate_rank", dim)
	}
}
