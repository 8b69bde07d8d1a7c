# METADATA
# title: Tensor parallelism wider than the model needs
# description: |
#   The tensor parallelism that a served model writes, held against the least with
#   which the model and its requests fit in 90 % of usable memory.
# related_resources:
# - description: one GPU against two with NVLink, gpt-fast
#   ref: https://github.com/meta-pytorch/gpt-fast/issues/111
# - description: one GPU against two and four with NVLink, vLLM
#   ref: https://github.com/vllm-project/vllm/issues/22331
# - description: two, four and eight GPUs, vLLM
#   ref: https://github.com/vllm-project/vllm/issues/16300
# schemas:
# - input: schema.input
# custom:
#   levels: [note]
#   figures: [gpu.memory, gpu.reported_memory, platform.gpu.model]
#   unit: count
#   bound: max
#   applies_to: served models that write tensor parallelism
#   since: 0.1.0
#   evidence:
#   - {name: demand_per_gpu, unit: bytes}
#   - {name: usable_memory, unit: bytes, path: [gpu, model]}
#   - {name: replicas, unit: count}
#   units: {more: count}
#   messages:
#     pass: no tensor parallelism below {observed} holds the model and its requests
#     pass_mesh: "{observed} GPUs of a mesh use more of their links than the {limit} that the model needs"
#     fail: tensor parallelism of {observed}, where {limit} holds the model and its requests
#     undecided: "which tensor parallelism the model needs is not known: {reason}"
#     skipped: no served model writes tensor parallelism
#     skipped_misfit: the degrees do not fit the GPUs, which is the matter of fit/parallelism
#   helps:
#     fail: Write tensor = {limit} and replicas = {more}. Every exchange costs time, over NVLink too, and narrow replicas serve more requests between them. Keep {observed} if it makes a single request fast enough to be worth it.
package rackvet.rules.fit["tensor-too-wide"]

import data.rackvet.lib.places

results contains {"outcome": "skipped", "level": "note", "path": []} if not parallel

results contains judgement(workload, workload.parallelism) if {
	some workload in input.workloads
	asked(workload)
}

parallel if {
	some workload in input.workloads
	asked(workload)
}

asked(workload) if {
	workload.kind == "inference"
	workload.parallelism.written
	workload.parallelism.tensor > 1
}

judgement(workload, p) := {
	"outcome": "skipped",
	"level": "note",
	"message": "skipped_misfit",
	"path": array.concat(workload.path, ["parallelism", "tensor"]),
} if {
	workload.model_parameters
	not p.product
} else := {
	"outcome": "undecided",
	"level": "note",
	"path": array.concat(workload.path, ["parallelism", "tensor"]),
	"related": places.gpu_memory,
	"values": {"reason": reason},
} if {
	reason := unknown(workload)
} else := {
	"outcome": "pass",
	"level": "note",
	"message": "pass_mesh",
	"path": array.concat(workload.path, ["parallelism", "tensor"]),
	"observed": p.tensor,
	"limit": workload.tensor_needed,
} if {
	input.gpu.link_topology == "mesh"
	workload.tensor_needed > 1
	workload.tensor_needed < p.tensor
} else := {
	"outcome": "fail",
	"level": "note",
	"path": array.concat(workload.path, ["parallelism", "tensor"]),
	"observed": p.tensor,
	"limit": workload.tensor_needed,
	"evidence": {
		"demand_per_gpu": workload.gpu.bytes,
		"usable_memory": input.gpu.usable_bytes,
		"replicas": p.data,
	},
	"fix": fix(workload, p),
	"values": {"more": (p.data * p.tensor) / workload.tensor_needed},
} if {
	workload.tensor_needed < p.tensor
} else := {
	"outcome": "pass",
	"level": "note",
	"path": array.concat(workload.path, ["parallelism", "tensor"]),
	"observed": p.tensor,
	"limit": p.tensor,
}

# unknown is what is missing.
unknown(workload) := "the memory of the GPU is not" if {
	not input.gpu.usable_bytes
} else := workload.gpu.missing if {
	not workload.gpu.bytes
}

# fix is what surely passes. With several ways left, more replicas have fewer
# requests each, and may need fewer ways still.
fix(workload, p) := [
	{"path": array.concat(workload.path, ["parallelism", "tensor"]), "value": 1},
	{"path": array.concat(workload.path, ["replicas"]), "value": p.data * p.tensor},
] if {
	workload.tensor_needed == 1
} else := []
