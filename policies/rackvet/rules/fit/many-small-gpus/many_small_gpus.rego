# METADATA
# title: One model over many small GPUs
# description: |
#   One copy of a model spread, stage by stage, over several small GPUs that no
#   link joins, where fewer larger ones would hold it.
# related_resources:
# - description: GPUs that work one after the other, llama.cpp
#   ref: https://github.com/ggml-org/llama.cpp/issues/5619
# - description: one to four GPUs for one model, llama.cpp
#   ref: https://github.com/ggml-org/llama.cpp/issues/3120
# schemas:
# - input: schema.input
# custom:
#   levels: [note]
#   figures: [gpu.memory, gpu.links, platform.gpu.model, platform.gpu.link]
#   unit: count
#   bound: max
#   applies_to: workloads whose model is spread over several GPUs that no link joins
#   since: 0.1.0
#   evidence:
#   - {name: demand, unit: bytes, formula: "{observed} GPUs × {demand_per_gpu}"}
#   - {name: demand_per_gpu, unit: bytes}
#   - {name: memory, unit: bytes, path: [gpu, model]}
#   units: {gpus: count}
#   messages:
#     pass: one copy of the model is spread over {gpus} GPUs, {reason}
#     fail: one copy of the model is spread over {observed} GPUs of {memory} that no link joins, and {limit} of {large} would hold it
#     undecided: whether larger GPUs than the {gpus} of one copy of the model would be fewer is not known
#     skipped: no workload spreads one copy of a model over GPUs
#     skipped_pooled: "{gpus} GPUs exchange in every layer, which is the matter of bandwidth/pooled-memory"
#   helps:
#     fail: Compare the price with {limit} × {large}. Stages take turns, so that a single request is no faster on {observed} GPUs than on one, and each slot, supply and failure counts {observed} times.
#     undecided: Name a GPU of the catalogue by its id, and describe the model by its shape.
package rackvet.rules.fit["many-small-gpus"]

import data.rackvet.lib.places

params := data.rackvet.params["fit/many-small-gpus"]

results contains {"outcome": "skipped", "level": "note", "path": []} if not spreading

results contains judgement(workload, spread(workload.parallelism)) if {
	some workload in input.workloads
	spread(workload.parallelism) > 1
}

spreading if {
	some workload in input.workloads
	spread(workload.parallelism) > 1
}

# spread is over how many GPUs one copy is.
spread(p) := p.tensor * p.pipeline

judgement(workload, gpus) := passing(workload, gpus, "which is few") if {
	gpus < params.gpus.value
} else := passing(workload, gpus, "which a link joins") if {
	input.gpu.domain > 1
} else := {
	"outcome": "skipped",
	"level": "note",
	"message": "skipped_pooled",
	"path": workload.path,
	"values": {"gpus": gpus},
} if {
	workload.pooled >= params.gpus.value
} else := passing(workload, gpus, "none of which is small") if {
	input.gpu.memory_bytes >= params.small.value
} else := passing(workload, gpus, "and fewer of them would hold it") if {
	workload.gpu.bytes * gpus <= ((params.gpus.value - 1) * params.share.value) * input.gpu.usable_bytes
} else := {
	"outcome": "fail",
	"level": "note",
	"path": workload.path,
	"observed": gpus,
	"limit": ceil((workload.gpu.bytes * gpus) / (params.share.value * params.large.value)),
	"evidence": {
		"demand": workload.gpu.bytes * gpus,
		"demand_per_gpu": workload.gpu.bytes,
		"memory": input.gpu.memory_bytes,
	},
	"related": [{"path": ["gpu", "model"], "message": "the GPU"}],
} if {
	workload.gpu.bytes
	input.gpu.domain
	input.gpu.memory_bytes
} else := {
	"outcome": "undecided",
	"level": "note",
	"path": workload.path,
	"related": places.gpu_memory,
	"values": {"gpus": gpus},
}

passing(workload, gpus, reason) := {
	"outcome": "pass",
	"level": "note",
	"path": workload.path,
	"values": {"gpus": gpus, "reason": reason},
}
