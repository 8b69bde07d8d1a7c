package rackvet.rules.fit.precision_test

import data.rackvet.rules.fit.precision as rule

ampere := ["fp32", "bf16", "fp16", "int8"]

turing := ["fp32", "fp16", "int8"]

volta := ["fp32", "fp16"]

hopper := ["fp32", "bf16", "fp16", "fp8", "int8"]

test_pass_whole_result if {
	found := rule.results with input as _server(hopper, [_run("training", "fp8")])
	found == {{
		"outcome": "pass",
		"level": "error",
		"path": ["workload", "training", "w", "precision"],
		"values": {"gpu": "x", "format": "fp8"},
	}}
}

# Transformer Engine asks for compute capability 8.9 (TransformerEngine#1159).
test_fail_training_in_fp8_on_ampere_whole_result if {
	found := rule.results with input as _server(ampere, [_run("training", "fp8")])
	found == {{
		"outcome": "fail",
		"level": "error",
		"message": "fail",
		"help": "fail",
		"path": ["workload", "training", "w", "precision"],
		"related": [{"path": ["gpu", "model"], "message": "the GPU"}],
		"fix": [{"path": ["workload", "training", "w", "precision"], "value": "bf16"}],
		"values": {"gpu": "x", "format": "fp8", "engine": "", "other": "bf16"},
	}}
}

# Trainers refuse bf16 on a V100 and take fp16 (FastChat#399).
test_fail_training_in_bf16_before_ampere_is_a_warning if {
	found := _only(_server(volta, [_run("finetuning", "bf16")]))
	[found.outcome, found.level, found.message] == ["fail", "warning", "fail"]
	found.fix[0].value == "fp16"
}

test_fail_training_in_fp16_where_there_is_none if {
	_only(_server(["fp32", "bf16"], [_run("training", "fp16")])).fix[0].value == "bf16"
	_only(_server(["fp64", "fp32"], [_run("training", "fp16")])).fix[0].value == "fp32"
}

# vLLM serves fp8 weights on an A100 (vllm#6689: 405B over eight) by unpacking
# them (vllm#5975), and on Turing as well (vllm#29901).
test_fail_weights_that_the_engine_unpacks_are_a_note if {
	every gpu in [ampere, turing] {
		found := _only(_server(gpu, [_serve({"weights": "fp8"})]))
		[found.outcome, found.level, found.message] == ["fail", "note", "fail_unpacked"]
		found.values.engine == "vllm"
		found.fix == [{"path": ["workload", "inference", "w", "weights"], "value": "int8"}]
	}
}

test_fail_weights_on_volta_are_an_error if {
	found := _only(_server(volta, [_serve({"weights": "fp8", "engine": "vllm"})]))
	[found.level, found.message, found.fix[0].value] == ["error", "fail_refused", "fp16"]
}

# TensorRT-LLM's matrix has no fp8 for Ampere; SGLang and Transformers refused
# (sglang#12887, huggingface-llama-recipes#21).
test_fail_weights_by_engine if {
	every case in [
		["vllm", "note"],
		["sglang", "warning"],
		["transformers", "warning"],
		["ktransformers", "warning"],
		["tensorrt-llm", "error"],
	] {
		_only(_server(ampere, [_serve({"weights": "fp8", "engine": case[0]})])).level == case[1]
	}
}

test_fail_weights_on_gpus_of_other_vendors_are_doubtful if {
	build := object.union(_server(ampere, [_serve({"weights": "fp8"})]), {"gpu": {"vendor": "amd"}})
	found := _only(build)
	[found.level, found.message] == ["warning", "fail_doubtful"]
	_only(json.remove(build, ["gpu/vendor"])).level == "warning"
}

# NVFP4 on Hopper is unpacked by vLLM and SGLang (sglang#19652), and refused by
# TensorRT-LLM.
test_fail_nvfp4_before_blackwell if {
	every case in [["vllm", "note"], ["sglang", "note"], ["transformers", "warning"], ["tensorrt-llm", "error"]] {
		found := _only(_server(hopper, [_serve({"weights": "nvfp4", "engine": case[0]})]))
		found.level == case[1]
		found.fix[0].value == "int4-gptq"
	}
	_only(_server(array.concat(hopper, ["fp4"]), [_serve({"weights": "nvfp4"})])).outcome == "pass"
}

# vLLM told bfloat16 refuses a V100 or a T4 (vllm#946, vllm#1157).
test_fail_bf16_weights_before_ampere_are_a_note if {
	found := _only(_server(turing, [_serve({"weights": "bf16"})]))
	[found.level, found.message, found.fix[0].value] == ["note", "fail_converted", "fp16"]
}

# fp8 caches fail to start on Ampere (vllm#26431) or are unpacked (vllm#3965).
test_fail_cache_in_fp8_is_a_note if {
	found := _only(_server(ampere, [_serve({"kv_cache": "fp8"})]))
	[found.level, found.message] == ["note", "fail_cache"]
	found.fix == [{"path": ["workload", "inference", "w", "kv_cache"], "value": "auto"}]
}

test_pass_fail_weights_and_cache_have_results_of_their_own if {
	found := rule.results with input as _server(ampere, [_serve({"weights": "fp16", "kv_cache": "fp8"})])
	{[r.path[3], r.outcome] | some r in found} == {["weights", "pass"], ["kv_cache", "fail"]}
}

test_fail_a_model_that_comes_in_fp8 if {
	found := _only(_server(ampere, [_serve({"defaults": [
		{"name": "gpus", "value": "8"},
		{"name": "weights", "value": "fp8"},
	]})]))
	[found.outcome, found.values.format] == ["fail", "fp8"]
}

test_skipped_whole_result if {
	found := rule.results with input as _server(volta, [])
	found == {{"outcome": "skipped", "level": "error", "path": []}}
}

test_skipped_formats_that_every_gpu_unpacks_or_has if {
	every weights in ["int4-awq", "mxfp4", "q4_k_m", "int8", "fp32"] {
		_only(_server(volta, [_serve({"weights": weights})])).outcome == "skipped"
	}
	_only(_server(volta, [_run("training", "fp32")])).outcome == "skipped"
	_only(_server(volta, [_run("diffusion", "fp8")])).outcome == "skipped"
}

test_skipped_where_nothing_is_written if {
	_only(_server(volta, [json.remove(_run("training", "x"), ["precision"])])).outcome == "skipped"
	_only(_server(volta, [_serve({"defaults": [{"name": "weights", "value": "bf16"}]})])).outcome == "skipped"
	_only(_server(volta, [_serve({"kv_cache": "auto"})])).outcome == "skipped"
	_only(_server(volta, [_serve({"defaults": [{"name": "kv_cache", "value": "fp8"}]})])).outcome == "skipped"
}

test_undecided_formats_of_the_gpu_not_known if {
	found := rule.results with input as json.remove(_server([], [_run("training", "fp8")]), ["gpu/precisions"])
	found == {{
		"outcome": "undecided",
		"level": "error",
		"path": ["workload", "training", "w", "precision"],
		"related": [{"path": ["gpu", "model"], "message": "the GPU in question"}],
		"values": {"gpu": "x", "format": "fp8"},
	}}
}

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_server(precisions, workloads) := {
	"gpu": {"written": "x", "vendor": "nvidia", "precisions": precisions},
	"workloads": workloads,
}

_run(kind, precision) := {
	"kind": kind,
	"path": ["workload", kind, "w"],
	"precision": precision,
	"defaults": [],
}

_serve(fields) := object.union({"kind": "inference", "path": ["workload", "inference", "w"], "defaults": []}, fields)
