# METADATA
# title: A number format that the GPU does not compute in
# description: |
#   The format a run computes in, the format a served model's weights are in and
#   that of its KV cache, held against those that the GPU computes in hardware.
#   Formats that are unpacked as they are read (int4-awq, mxfp4, q4_k_m) run on
#   every GPU and are not judged.
# related_resources:
# - description: formats by GPU generation, Transformer Engine
#   ref: https://nvidia.github.io/TransformerEngine/support_matrix.html
# - description: FP8 weights on GPUs without FP8, vLLM
#   ref: https://github.com/vllm-project/vllm/pull/5975
# - description: FP8, NVFP4 and Turing, vLLM
#   ref: https://github.com/vllm-project/vllm/pull/29901
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning, note]
#   figures: [gpu.precisions, platform.gpu.model]
#   applies_to: workloads that train or serve in fp8, nvfp4, bf16 or fp16
#   since: 0.1.0
#   messages:
#     pass: "{gpu} computes in {format}"
#     fail: "{gpu} does not compute in {format}, and the run asks for it"
#     fail_unpacked: "{gpu} does not compute in {format}: weights in it save memory and no time"
#     fail_converted: "{gpu} does not compute in {format}: weights in it are served in {other}"
#     fail_refused: "{gpu} does not compute in {format}, and {engine} does not serve such weights on it"
#     fail_doubtful: "{gpu} does not compute in {format}, and whether {engine} serves such weights on it is doubtful"
#     fail_cache: "{gpu} does not compute in {format}, which the KV cache is to be kept in"
#     undecided: whether {gpu} computes in {format} is not known
#     skipped: no workload asks for a format that some GPUs lack
#   helps:
#     fail: Write precision = "{other}", which {gpu} computes in, or choose a GPU with {format}.
#     fail_unpacked: '{engine} unpacks such weights to 16 bit as it reads them. Plan with the speed of 16 bit, write weights = "{other}", or choose a GPU with {format}.'
#     fail_converted: Write weights = "{other}", which is as large. Engines that are told {format} refuse to start there.
#     fail_refused: Write weights = "{other}", or choose a GPU with {format}.
#     fail_doubtful: Try it before the order, write weights = "{other}", or choose a GPU with {format}.
#     fail_cache: Some engines refuse to start, others unpack it as they read; the E5M2 variant is the one that works most often. Write kv_cache = "{other}" and plan with twice the cache, or choose a GPU with {format}.
#     undecided: Name a GPU of the catalogue by its id, or give the precisions of its part block.
package rackvet.rules.fit.precision

import data.rackvet.lib.places

results contains judgement(ask) if some ask in asks

results contains {"outcome": "skipped", "level": "error", "path": []} if not asked

asked if some _ in asks

# needs is the hardware's format for each that is judged.
needs := {"fp8": "fp8", "nvfp4": "fp4", "bf16": "bf16", "fp16": "fp16"}

# asks are the formats that workloads name. A format left out is judged only where
# the model comes in one of few bits: for the others any 16 bit format does.
asks contains {"path": array.concat(workload.path, ["precision"]), "format": workload.precision, "use": "run", "engine": ""} if {
	some workload in input.workloads
	workload.kind in {"training", "finetuning"}
	needs[workload.precision]
}

asks contains {"path": array.concat(workload.path, ["weights"]), "format": format, "use": "weights", "engine": engine(workload)} if {
	some workload in input.workloads
	workload.kind == "inference"
	format := weights(workload)
	needs[format]
}

asks contains {"path": array.concat(workload.path, ["kv_cache"]), "format": "fp8", "use": "cache", "engine": ""} if {
	some workload in input.workloads
	workload.kv_cache == "fp8"
}

weights(workload) := workload.weights if {
	workload.weights
} else := default_value.value if {
	some default_value in workload.defaults
	default_value.name == "weights"
	default_value.value in {"fp8", "nvfp4"}
}

engine(workload) := workload.engine if {
	workload.engine
} else := "vllm"

judgement(ask) := {
	"outcome": "undecided",
	"level": "error",
	"path": ask.path,
	"related": places.gpu,
	"values": {"gpu": input.gpu.written, "format": ask.format},
} if {
	not input.gpu.precisions
} else := {
	"outcome": "pass",
	"level": "error",
	"path": ask.path,
	"values": {"gpu": input.gpu.written, "format": ask.format},
} if {
	needs[ask.format] in input.gpu.precisions
} else := {
	"outcome": "fail",
	"level": verdict.level,
	"message": verdict.message,
	"help": verdict.message,
	"path": ask.path,
	"related": [{"path": ["gpu", "model"], "message": "the GPU"}],
	"fix": [{"path": ask.path, "value": instead}],
	"values": {"gpu": input.gpu.written, "format": ask.format, "engine": ask.engine, "other": instead},
} if {
	verdict := failing(ask)
	instead := other(ask)
}

# failing is how much a format that is missing matters. Serving engines unpack
# weights of 8 and 4 bits to 16 on NVIDIA's GPUs from Turing on, which have int8.
failing(ask) := {"level": "error", "message": "fail"} if {
	ask.use == "run"
	ask.format == "fp8"
} else := {"level": "warning", "message": "fail"} if {
	ask.use == "run"
} else := {"level": "note", "message": "fail_cache"} if {
	ask.use == "cache"
} else := {"level": "note", "message": "fail_converted"} if {
	ask.format in {"bf16", "fp16"}
} else := {"level": "error", "message": "fail_refused"} if {
	input.gpu.vendor == "nvidia"
	not unpacks
} else := {"level": "error", "message": "fail_refused"} if {
	ask.engine == "tensorrt-llm"
} else := {"level": "note", "message": "fail_unpacked"} if {
	unpacks
	ask.engine in unpacking[ask.format]
} else := {"level": "warning", "message": "fail_doubtful"}

unpacks if {
	input.gpu.vendor == "nvidia"
	"int8" in input.gpu.precisions
}

unpacking := {"fp8": {"vllm"}, "nvfp4": {"vllm", "sglang"}}

# other is the format nearest in size that the GPU does have.
other(ask) := "auto" if {
	ask.use == "cache"
} else := "int8" if {
	ask.use == "weights"
	ask.format == "fp8"
	"int8" in input.gpu.precisions
} else := "int4-gptq" if {
	ask.format == "nvfp4"
} else := "bf16" if {
	"bf16" in input.gpu.precisions
} else := "fp16" if {
	"fp16" in input.gpu.precisions
} else := "fp32"
