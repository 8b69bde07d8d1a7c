package hfconfig

import (
	"fmt"
	"slices"
	"strings"
)

// precision finds the format of the weights: how they are quantised, else their
// dtype.
func (c *config) precision() {
	quantised := within(c.text, "quantization_config", "compression_config")
	if quantised == nil {
		quantised = within(c.root, "quantization_config", "compression_config", "quantization")
	}
	if len(quantised) > 0 {
		format, why := c.quantised(quantised)
		if why != "" {
			c.miss("precision", "quantization_config: %s", why)
		}
		set(c.out, "precision", format)
		return
	}
	name := word(c.text, "dtype", "torch_dtype", "params_dtype")
	if name == "" {
		name = word(c.root, "dtype", "torch_dtype")
	}
	name = strings.TrimPrefix(name, "torch.")
	switch name {
	case "":
		c.say("no dtype: weights are taken to be bf16")
	case "bfloat16":
		c.out["precision"] = "bf16"
	case "float16", "half":
		c.out["precision"] = "fp16"
	case "float32", "float":
		c.out["precision"] = "fp32"
	case "float8_e4m3fn", "float8_e5m2":
		c.out["precision"] = "fp8"
	default:
		c.say("dtype %s is not known: weights are taken to be bf16", show(name))
	}
}

// byMethod are the methods that leave nothing to ask.
var byMethod = map[string]string{
	"fbgemm_fp8": "fp8", "mxfp4": "mxfp4", "petit_nvfp4": "nvfp4", "modelopt_fp4": "nvfp4", "nvfp4": "nvfp4", "experts_int8": "int8", "eetq": "int8",
	"finegrained_fp8": "fp8", "mxfp8": "mxfp8", "modelopt_fp8": "fp8", "modelopt_mxfp8": "mxfp8",
}

// quantised gives the format of a quantization_config, or why there is none.
func (c *config) quantised(q object) (format, why string) {
	method := word(q, "quant_method", "method")
	if recipe := word(q, "quant_algo", "moe_quant_algo"); recipe != "" && (method == "" || strings.HasPrefix(method, "modelopt") || recipe == "MIXED_PRECISION") {
		return c.modelopt(q, recipe)
	}
	if f := byMethod[method]; f != "" {
		return f, ""
	}
	bits := c.countIn(q, "bits", "w_bit", "num_bits", "weight_bits")
	switch method {
	case "fp8":
		if word(c.text, "expert_dtype") == "fp4" {
			c.say("experts are in fp4, the rest in fp8: the whole is taken as mxfp4")
			return "mxfp4", ""
		}
		return "fp8", ""
	case "gptq", "gptq_marlin", "auto-round", "autoround", "auto_round", "awq", "awq_marlin", "moe_wna16":
		name := "int4-gptq"
		if strings.HasPrefix(method, "awq") || strings.Contains(word(q, "packing_format", "backend"), "awq") {
			name = "int4-awq"
		}
		return integer(bits, name)
	case "bitsandbytes":
		return c.bitsandbytes(q)
	case "compressed-tensors", "modelopt":
		return c.groups(q)
	case "quark":
		return c.quark(q)
	case "torchao":
		kind := strings.ToLower(fmt.Sprint(q["quant_type"]))
		switch {
		case strings.Contains(kind, "int4"):
			return "int4-gptq", ""
		case strings.Contains(kind, "float8"):
			return "fp8", ""
		case strings.Contains(kind, "int8"):
			return "int8", ""
		}
	case "quanto":
		switch word(q, "weights") {
		case "int8":
			return "int8", ""
		case "float8":
			return "fp8", ""
		}
	case "hqq":
		if bits == 0 {
			bits = c.countIn(within(within(q, "quant_config"), "weight_quant_params"), "nbits")
		}
		return integer(bits, "int4-gptq")
	case "":
		return "", "no quant_method: how the weights are stored is not known"
	}
	return "", fmt.Sprintf("%s is a method without a format of ours: how the weights are stored is not known", show(method))
}

func integer(bits int, four string) (format, why string) {
	switch bits {
	case 4:
		return four, ""
	case 8:
		return "int8", ""
	case 0:
		return "", "no bits: how wide the weights are is not known"
	}
	return "", fmt.Sprintf("weights of %d bits have no format of ours", bits)
}

func (c *config) bitsandbytes(q object) (format, why string) {
	if b, ok := q["load_in_8bit"].(bool); ok && b {
		return "int8", ""
	}
	if b, ok := q["load_in_4bit"].(bool); !ok || !b {
		return "", "bitsandbytes with neither load_in_4bit nor load_in_8bit"
	}
	if word(q, "bnb_4bit_quant_type") == "fp4" {
		c.say("bitsandbytes fp4 is as wide as nf4")
	}
	if b, ok := q["bnb_4bit_use_double_quant"].(bool); ok && b {
		return "nf4-dq", ""
	}
	return "nf4", ""
}

// modelopt reads a recipe of NVIDIA's ModelOpt by its name.
func (c *config) modelopt(q object, recipe string) (format, why string) {
	switch {
	case recipe == "MIXED_PRECISION":
		if f := word(q, "moe_quant_algo"); f != "" {
			c.say("quantization_config: experts are in %s, the rest is not: the whole is taken as that", clip(f))
			return c.modelopt(object{}, f)
		}
		if within(q, "config_groups") != nil {
			return c.groups(q)
		}
		var found []string
		for _, layer := range within(q, "quantized_layers") {
			l, _ := layer.(object)
			if f, _ := c.modelopt(object{}, word(l, "quant_algo")); f != "" {
				found = append(found, f)
			}
		}
		return c.narrowest(found)
	case strings.HasPrefix(recipe, "NVFP4"), recipe == "W4A8_NVFP4_FP8":
		return "nvfp4", ""
	case strings.HasPrefix(recipe, "MXFP8"):
		return "mxfp8", ""
	case strings.HasPrefix(recipe, "FP8"):
		return "fp8", ""
	case strings.HasPrefix(recipe, "W4A"):
		return "int4-awq", ""
	case strings.HasPrefix(recipe, "W8A"), strings.HasPrefix(recipe, "INT8"):
		return "int8", ""
	case strings.HasPrefix(recipe, "MXFP4"):
		return "mxfp4", ""
	}
	return "", fmt.Sprintf("%s is a recipe without a format of ours", show(recipe))
}

// groups reads the weights of config_groups.
func (c *config) groups(q object) (format, why string) {
	var found []string
	for _, g := range within(q, "config_groups") {
		group, _ := g.(object)
		w := within(group, "weights")
		bits, size := c.countIn(w, "num_bits"), c.countIn(w, "group_size")
		form := word(group, "format") + word(q, "format")
		switch kind := word(w, "type"); {
		case kind == "float" && bits == 8 && size == 32:
			found = append(found, "mxfp8")
		case kind == "float" && bits == 8:
			found = append(found, "fp8")
		case kind == "float" && bits == 4 && (size == 32 || strings.Contains(form, "mxfp4")):
			found = append(found, "mxfp4")
		case kind == "float" && bits == 4:
			found = append(found, "nvfp4")
		case kind == "int" && bits == 4:
			found = append(found, "int4-gptq")
		case kind == "int" && bits == 8:
			found = append(found, "int8")
		}
	}
	return c.narrowest(found)
}

// narrow are formats, the narrowest first.
var narrow = []string{"int4-gptq", "int4-awq", "mxfp4", "nvfp4", "int8", "fp8", "mxfp8"}

func (c *config) narrowest(found []string) (format, why string) {
	slices.Sort(found)
	found = slices.Compact(found)
	if len(found) == 0 {
		return "", "no group of weights has a format of ours: how the weights are stored is not known"
	}
	if len(found) > 1 {
		c.say("quantization_config has weights in %s: the narrowest is taken for all", strings.Join(found, ", "))
	}
	for _, f := range narrow {
		if slices.Contains(found, f) {
			return f, ""
		}
	}
	return found[0], ""
}

// quark reads AMD's Quark.
func (c *config) quark(q object) (format, why string) {
	w := within(within(q, "global_quant_config"), "weight")
	if list, ok := within(q, "global_quant_config")["weight"].([]any); ok && len(list) > 0 {
		w, _ = list[0].(object)
	}
	size := c.countIn(w, "group_size")
	switch kind := word(w, "dtype"); {
	case kind == "fp4" && size == 16:
		return "nvfp4", ""
	case kind == "fp4", kind == "mxfp4":
		return "mxfp4", ""
	case strings.HasPrefix(kind, "fp6"), strings.HasPrefix(kind, "mxfp6"):
		return "mxfp6", ""
	case strings.HasPrefix(kind, "fp8"):
		return "fp8", ""
	case kind == "int8", kind == "uint8":
		return "int8", ""
	case kind == "int4", kind == "uint4":
		return "int4-awq", ""
	}
	return "", "quark without a dtype of weights that is known"
}
