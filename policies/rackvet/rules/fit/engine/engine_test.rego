package rackvet.rules.fit.engine_test

import data.rackvet.rules.fit.engine as rule

test_pass_whole_result if {
	found := rule.results with input as _served(_ampere, {"engine": "vllm", "weights": "int4-awq", "kv": {"max_context": 4096}})
	found == {{
		"outcome": "pass",
		"level": "error",
		"path": ["workload", "inference", "w"],
		"values": {"engine": "vllm"},
	}}
}

test_fail_maker_whole_result if {
	found := rule.results with input as _served(_instinct, {"engine": "tensorrt-llm"})
	found == {{
		"outcome": "fail",
		"level": "error",
		"message": "fail_maker",
		"help": "fail_maker",
		"path": ["workload", "inference", "w", "engine"],
		"related": [{"path": ["gpu", "model"], "message": "the GPU"}],
		"fix": [{"path": ["workload", "inference", "w", "engine"], "value": "vllm"}],
		"values": {"engine": "tensorrt-llm", "gpu": "mi300x"},
	}}
}

# vllm#4202 and vllm#1488: AWQ asks for compute capability 7.5. vllm#23203: MXFP4 asks
# for 8.0.
test_fail_kernels_by_generation if {
	_refused(_volta, {"weights": "int4-awq"}) == {"fail_kernels"}
	_refused(_turing, {"weights": "int4-awq"}) == set()
	_refused(_turing, {"weights": "mxfp4"}) == {"fail_kernels"}
	_refused(_turing, {"defaults": [{"name": "weights", "value": "mxfp4"}]}) == {"fail_kernels"}
	_refused(_ampere, {"weights": "mxfp4"}) == set()
	_refused(_volta, {"weights": "int4-gptq"}) == set()
	_refused(_volta, {"weights": "int4-awq", "engine": "transformers"}) == set()
	_refused(_instinct, {"weights": "int4-awq"}) == set()
	_refused(object.remove(_volta, ["precisions"]), {"weights": "int4-awq"}) == set()
}

test_fail_kernels_values if {
	found := rule.results with input as _served(_volta, {"weights": "int4-awq"})
	some result in found
	result.values == {"engine": "vllm", "gpu": "v100", "format": "int4-awq", "other": "int4-gptq"}
}

test_pass_fail_context_on_the_boundary if {
	_refused(_ampere, {"kv": {"max_context": 4096}}) == set()
	found := rule.results with input as _served(_ampere, {"kv": {"max_context": 4097}})
	found == {{
		"outcome": "fail",
		"level": "warning",
		"message": "fail_context",
		"help": "fail_context",
		"path": ["workload", "inference", "w", "max_context"],
		"observed": 4097,
		"limit": 4096,
		"fix": [{"path": ["workload", "inference", "w", "max_context"], "value": 4096}],
		"values": {"model": "llama-2-7b"},
	}}
}

test_fail_several_at_once if {
	_refused(_volta, {"weights": "int4-awq", "kv": {"max_context": 8192}}) == {"fail_kernels", "fail_context"}
}

test_skipped_without_a_served_model if {
	found := rule.results with input as {"gpu": _ampere, "workloads": [{"kind": "training", "path": ["workload", "training", "w"]}]}
	found == {{"outcome": "skipped", "level": "error", "path": []}}
}

_refused(gpu, change) := {found.message | some found in results; found.outcome == "fail"} if {
	results := rule.results with input as _served(gpu, change)
}

_served(gpu, change) := {"gpu": gpu, "workloads": [object.union(
	{
		"kind": "inference",
		"path": ["workload", "inference", "w"],
		"model": "llama-2-7b",
		"model_max_context": 4096,
		"defaults": [],
	},
	change,
)]}

_volta := {"written": "v100", "vendor": "nvidia", "precisions": ["fp64", "fp32", "fp16"]}

_turing := {"written": "t4", "vendor": "nvidia", "precisions": ["fp32", "fp16", "int8"]}

_ampere := {"written": "a100", "vendor": "nvidia", "precisions": ["fp32", "bf16", "fp16", "int8"]}

_instinct := {"written": "mi300x", "vendor": "amd", "precisions": ["fp32", "bf16", "fp16", "fp8"]}
