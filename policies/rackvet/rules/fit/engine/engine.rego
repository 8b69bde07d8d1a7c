# METADATA
# title: What the engine refuses to start
# description: |
#   An engine runs on the makers' GPUs that it is written for, has kernels for
#   packed weights from some generation on, and takes requests no longer than the
#   model was made for.
# related_resources:
# - description: quantization kernels by GPU generation, vLLM
#   ref: https://docs.vllm.ai/en/latest/features/quantization/
# - description: TensorRT-LLM support matrix
#   ref: https://nvidia.github.io/TensorRT-LLM/reference/support-matrix.html
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning]
#   figures: [gpu.precisions, model.max_context, platform.gpu.model]
#   unit: count
#   bound: max
#   applies_to: served models
#   since: 0.1.0
#   messages:
#     pass: nothing that {engine} is known to refuse is asked
#     fail_maker: "{engine} runs on the GPUs of NVIDIA, and {gpu} is none"
#     fail_kernels: "{engine} has no kernels for {format} weights on {gpu}"
#     fail_context: requests of {observed} tokens are longer than the {limit} that {model} was made for
#     skipped: no model is served
#   helps:
#     fail_maker: Write engine = "vllm" or "sglang", or choose GPUs of NVIDIA.
#     fail_kernels: Write weights = "{other}", or choose a GPU of a later generation.
#     fail_context: Write max_context = {limit} or less. Engines refuse more unless the model's positions are scaled, which costs quality.
package rackvet.rules.fit.engine

results contains {"outcome": "skipped", "level": "error", "path": []} if not served

served if input.workloads[_].kind == "inference"

results contains refusal if some refusal in refusals

results contains {
	"outcome": "pass",
	"level": "error",
	"path": workload.path,
	"values": {"engine": engine(workload)},
} if {
	some workload in input.workloads
	workload.kind == "inference"
	not refused(workload.path)
}

refused(path) if {
	some refusal in refusals
	array.slice(refusal.path, 0, 3) == path
}

engine(workload) := workload.engine if {
	workload.engine
} else := "vllm"

refusals contains {
	"outcome": "fail",
	"level": "error",
	"message": "fail_maker",
	"help": "fail_maker",
	"path": array.concat(workload.path, ["engine"]),
	"related": [{"path": ["gpu", "model"], "message": "the GPU"}],
	"fix": [{"path": array.concat(workload.path, ["engine"]), "value": "vllm"}],
	"values": {"engine": workload.engine, "gpu": input.gpu.written},
} if {
	some workload in input.workloads
	workload.kind == "inference"
	workload.engine == "tensorrt-llm"
	input.gpu.vendor != "nvidia"
}

# kernels is the hardware's format that NVIDIA's first generation with kernels for
# packed weights has: int8 came to tensor cores with Turing, bf16 with Ampere.
kernels := {"vllm": {
	"int4-awq": {"has": "int8", "other": "int4-gptq"},
	"mxfp4": {"has": "bf16", "other": "fp16"},
}}

refusals contains {
	"outcome": "fail",
	"level": "error",
	"message": "fail_kernels",
	"help": "fail_kernels",
	"path": array.concat(workload.path, ["weights"]),
	"related": [{"path": ["gpu", "model"], "message": "the GPU"}],
	"fix": [{"path": array.concat(workload.path, ["weights"]), "value": kernel.other}],
	"values": {"engine": engine(workload), "gpu": input.gpu.written, "format": weights(workload), "other": kernel.other},
} if {
	some workload in input.workloads
	workload.kind == "inference"
	input.gpu.vendor == "nvidia"
	input.gpu.precisions
	kernel := kernels[engine(workload)][weights(workload)]
	not kernel.has in input.gpu.precisions
}

weights(workload) := workload.weights if {
	workload.weights
} else := value.value if {
	some value in workload.defaults
	value.name == "weights"
}

refusals contains {
	"outcome": "fail",
	"level": "warning",
	"message": "fail_context",
	"help": "fail_context",
	"path": array.concat(workload.path, ["max_context"]),
	"observed": workload.kv.max_context,
	"limit": workload.model_max_context,
	"fix": [{"path": array.concat(workload.path, ["max_context"]), "value": workload.model_max_context}],
	"values": {"model": workload.model},
} if {
	some workload in input.workloads
	workload.kind == "inference"
	workload.kv.max_context > workload.model_max_context
}
