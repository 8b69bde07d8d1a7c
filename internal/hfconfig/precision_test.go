package hfconfig

import "testing"

func TestFormatsOfWeights(t *testing.T) {
	for config, want := range map[string]string{
		`"torch_dtype": "torch.float16"`: "fp16", `"torch_dtype": "bfloat16"`: "bf16", `"dtype": "float32"`: "fp32",
		`"quantization_config": {"quant_method": "fp8"}`:                                                                                                                        "fp8",
		`"quantization_config": {"quant_method": "fp8"}, "expert_dtype": "fp4"`:                                                                                                 "mxfp4",
		`"quantization_config": {"quant_method": "fbgemm_fp8"}`:                                                                                                                 "fp8",
		`"quantization_config": {"quant_method": "gptq", "bits": 4}`:                                                                                                            "int4-gptq",
		`"quantization_config": {"quant_method": "gptq", "bits": 8}`:                                                                                                            "int8",
		`"quantization_config": {"quant_method": "awq", "bits": 4}`:                                                                                                             "int4-awq",
		`"quantization_config": {"quant_method": "auto-round", "bits": 4, "packing_format": "auto_round:auto_awq"}`:                                                             "int4-awq",
		`"quantization_config": {"quant_method": "mxfp4"}`:                                                                                                                      "mxfp4",
		`"quantization_config": {"quant_method": "bitsandbytes", "load_in_8bit": true}`:                                                                                         "int8",
		`"quantization_config": {"quant_method": "bitsandbytes", "load_in_4bit": true}`:                                                                                         "nf4",
		`"quantization_config": {"quant_method": "bitsandbytes", "load_in_4bit": true, "bnb_4bit_use_double_quant": true}`:                                                      "nf4-dq",
		`"quantization_config": {"quant_method": "modelopt", "quant_algo": "NVFP4"}`:                                                                                            "nvfp4",
		`"quantization_config": {"quant_method": "modelopt", "quant_algo": "FP8"}`:                                                                                              "fp8",
		`"quantization_config": {"quant_method": "modelopt", "quant_algo": "W4A16_AWQ"}`:                                                                                        "int4-awq",
		`"quantization_config": {"quant_algo": "MIXED_PRECISION", "quantized_layers": {"a": {"quant_algo": "FP8"}, "b": {"quant_algo": "NVFP4"}}}`:                              "nvfp4",
		`"quantization_config": {"quant_method": "compressed-tensors", "config_groups": {"g": {"weights": {"num_bits": 8, "type": "float"}}}}`:                                  "fp8",
		`"quantization_config": {"quant_method": "compressed-tensors", "config_groups": {"g": {"weights": {"num_bits": 4, "type": "int"}}}}`:                                    "int4-gptq",
		`"quantization_config": {"quant_method": "compressed-tensors", "config_groups": {"g": {"weights": {"num_bits": 8, "type": "int"}}}}`:                                    "int8",
		`"compression_config": {"quant_method": "compressed-tensors", "config_groups": {"g": {"format": "mxfp4-pack-quantized", "weights": {"num_bits": 4, "type": "float"}}}}`: "mxfp4",
		`"quantization_config": {"quant_method": "quark", "global_quant_config": {"weight": {"dtype": "fp8_e4m3"}}}`:                                                            "fp8",
		`"quantization_config": {"quant_method": "quark", "global_quant_config": {"weight": {"dtype": "fp4", "group_size": 32}}}`:                                               "mxfp4",
		`"quantization_config": {"quant_method": "torchao", "quant_type": {"default": {"_type": "Int4WeightOnlyConfig"}}}`:                                                      "int4-gptq",
		`"quantization_config": {"quant_method": "quanto", "weights": "int8"}`:                                                                                                  "int8",
		`"quantization_config": {"quant_method": "hqq", "quant_config": {"weight_quant_params": {"nbits": 4}}}`:                                                                 "int4-gptq",
		`"quantization_config": {"quant_method": "eetq"}`:                                                                                                                       "int8",
		`"quantization_config": {"quant_method": "aqlm"}`:                                                                                                                       "",
		`"quantization_config": {"quant_method": "bitsandbytes"}`:                                                                                                               "",
		`"quantization_config": {"bits": 4}`:                                                                                                                                    "",
	} {
		fields, notes := parsed(t, `{"model_type": "llama", `+config+`}`)
		if got, _ := fields["precision"].(string); got != want {
			t.Errorf("%s gives %q, want %q", config, got, want)
		}
		missing := false
		for _, n := range notes {
			missing = missing || n.Field == "precision" && n.Missing
		}
		if missing != (want == "") {
			t.Errorf("%s: %q", config, notes)
		}
	}
}
