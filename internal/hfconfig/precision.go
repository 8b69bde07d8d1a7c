package hfconfig

import (
	"fmt"
	"strings"
)

// precision is the format the weights are published in, in the schema's words;
// empty where the config does not say.
func (c config) precision() (format, note string) {
	if q, ok := c.keys["quantization_config"].(map[string]any); ok {
		format := quantization(config{q})
		if format == "" {
			return "", fmt.Sprintf("the quantization %q is not understood: weights are taken for 16 bit", config{q}.text("quant_method"))
		}
		return format, ""
	}
	dtype := c.text("dtype") // Transformers 5
	if dtype == "" {
		dtype = c.text("torch_dtype")
	}
	switch dtype {
	case "bfloat16":
		return "bf16", ""
	case "float16":
		return "fp16", ""
	case "float32":
		return "fp32", ""
	}
	return "", ""
}

// quantization names the format of a quantization_config.
func quantization(q config) string {
	method := strings.ToLower(q.text("quant_method"))
	bits := q.number("bits", "w_bit")
	algorithm := strings.ToUpper(q.text("quant_algo"))
	switch {
	case method == "fp8" || algorithm == "FP8":
		return "fp8"
	case strings.Contains(algorithm, "NVFP4"):
		return "nvfp4"
	case method == "mxfp4":
		return "mxfp4"
	case method == "gptq" && bits == 4:
		return "int4-gptq"
	case method == "awq" && bits == 4:
		return "int4-awq"
	case (method == "gptq" || method == "awq") && bits == 8:
		return "int8"
	case method == "bitsandbytes" && q.keys["load_in_4bit"] == true:
		if q.keys["bnb_4bit_use_double_quant"] == true {
			return "nf4-dq"
		}
		return "nf4"
	case method == "bitsandbytes" && q.keys["load_in_8bit"] == true:
		return "int8"
	case method == "compressed-tensors" || method == "modelopt":
		return compressed(q)
	}
	return ""
}

// compressed reads the first group of compressed-tensors, whose weights the
// linear layers share.
func compressed(q config) string {
	groups, _ := q.keys["config_groups"].(map[string]any)
	group, _ := groups["group_0"].(map[string]any)
	weights, _ := group["weights"].(map[string]any)
	w := config{weights}
	switch bits, kind := w.number("num_bits"), w.text("type"); {
	case kind == "float" && bits == 8:
		return "fp8"
	case kind == "float" && bits == 4:
		return "nvfp4"
	case kind == "int" && bits == 8:
		return "int8"
	case kind == "int" && bits == 4:
		return "int4-gptq"
	}
	return ""
}
