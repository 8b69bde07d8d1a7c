# METADATA
# title: Host memory against GPU memory
# description: |
#   Host memory over nominal GPU memory of a node, held against what the
#   strictest kind of workload asks: training, then fine-tuning, tasks and
#   diffusion (or no workload at all), then inference.
# related_resources:
# - description: CPU memory of training nodes
#   ref: https://github.com/stas00/ml-engineering/tree/master/compute/cpu-memory
# - description: systems of the MLPerf training results
#   ref: https://github.com/mlcommons/training_results_v5.0
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning]
#   unit: x
#   bound: min
#   applies_to: servers whose GPUs do not share one memory with their host
#   since: 0.1.0
#   messages:
#     pass: host memory is {observed} GPU memory, {margin} above the {limit} {basis}
#     fail: host memory is {observed} GPU memory, below the {limit} {basis}
#     fail_fits: host memory is {observed} GPU memory, below the {limit} {basis}, but the workloads' {host_demand} fits with room to spare
#     fail_demand: host memory is {observed} GPU memory, below the {limit} {basis}, and the workloads' {host_demand} leaves too little to spare
#     fail_demand_unknown: host memory is {observed} GPU memory, below the {limit} {basis}, and the workloads' host demand is not known
#     undecided: host memory of {host_memory} can't be compared, since GPU memory of {gpu} is not known
#     skipped: "{gpu} shares one coherent memory with its host, which the ratio does not describe"
#   helps:
#     fail: Raise memory.capacity to at least {memory_needed}, or give the node fewer GPUs.
#     undecided: Name a GPU of the catalogue by its id, or describe it in a part block.
package rackvet.rules.ratio["host-memory"]

import data.rackvet.lib.compare
import data.rackvet.lib.place
import data.rackvet.lib.text

params := data.rackvet.params["ratio/host-memory"]

results contains {
	"outcome": "skipped",
	"level": "error",
	"path": place.of(input.server.written, ["gpu", "model"]),
	"values": {"gpu": input.gpu.written},
} if {
	input.gpu.coherent_host
}

results contains {
	"outcome": "undecided",
	"level": "error",
	"path": place.of(input.server.written, ["gpu", "model"]),
	"evidence": [host_memory],
	"values": {"gpu": input.gpu.written},
} if {
	not input.gpu.coherent_host
	not gpu_memory
}

results contains object.union(verdict, {
	"path": place.of(input.server.written, ["memory", "capacity"]),
	"observed": ratio,
	"unit": "x",
	"bound": "min",
	"evidence": array.concat(measured, array.concat(needed, demanded)),
	"related": strictest,
	"values": {"basis": basis},
}) if {
	not input.gpu.coherent_host
}

gpu_memory := input.totals.gpu_memory_bytes if input.totals.gpu_memory_bytes > 0

ratio := input.totals.host_memory_bytes / gpu_memory

# verdict is the judgement alone. The error comes first, so that a profile may
# put the two limits in any order.
verdict := {"outcome": "fail", "level": "error", "limit": error_limit} if {
	not compare.at_least(ratio, error_limit)
} else := {"outcome": "pass", "level": "error", "limit": max([error_limit, warning_limit])} if {
	compare.at_least(ratio, warning_limit)
} else := {"outcome": "fail", "level": "warning", "limit": warning_limit} if {
	kind != "training"
} else := {"outcome": "fail", "level": "error", "limit": warning_limit, "message": "fail_demand_unknown"} if {
	not input.totals.host_demand_bytes
} else := {"outcome": "fail", "level": "warning", "limit": warning_limit, "message": "fail_fits"} if {
	room := input.totals.host_memory_bytes * (1 - params.demand_spare.value)
	compare.at_most(input.totals.host_demand_bytes, room)
} else := {"outcome": "fail", "level": "error", "limit": warning_limit, "message": "fail_demand"}

# The limits in force: those of the kind, or what the platform ships if lower.
error_limit := min([asked.error, shipped]) if {
	shipped
} else := asked.error

warning_limit := min([asked.warning, shipped]) if {
	shipped
} else := asked.warning

asked := {
	"error": params.training_error_dense.value,
	"warning": params.training_warning_dense.value,
} if {
	kind == "training"
	dense
} else := {
	"error": params.training_error.value,
	"warning": params.training_warning.value,
} if {
	kind == "training"
} else := {
	"error": params.inference_error.value,
	"warning": params.inference_warning.value,
} if {
	kind == "inference"
} else := {
	"error": params.general_error.value,
	"warning": params.general_warning_dense.value,
} if {
	dense
} else := {
	"error": params.general_error.value,
	"warning": params.general_warning.value,
}

# dense parts have so much memory that vendors ship less host memory for it.
dense if compare.at_least(gpu_memory / input.gpu.count, params.dense_memory.value)

# kind is the strictest kind among the workloads.
kind := "training" if {
	"training" in kinds
} else := "finetuning" if {
	"finetuning" in kinds
} else := "tasks" if {
	"tasks" in kinds
} else := "diffusion" if {
	"diffusion" in kinds
} else := "inference" if {
	"inference" in kinds
} else := "none"

kinds contains workload.kind if some workload in input.workloads

# shipped is the platform's own ratio, as long as the GPUs are the platform's.
shipped := input.platform.host_to_gpu_ratio if {
	not "gpu" in input.server.written
} else := input.platform.host_to_gpu_ratio if {
	input.gpu.id == input.platform.gpu_id
	input.gpu.count == input.platform.gpu_count
}

basis := concat(" ", ["that", input.platform.id, "ships with"]) if {
	verdict.limit == shipped
} else := "for fine-tuning" if {
	kind == "finetuning"
} else := "for a server without workloads" if {
	kind == "none"
} else := concat(" ", ["for", kind])

# strictest is the workloads that set the limits, where others don't.
strictest := [{"path": workload.path, "message": "the strictest kind of workload"} |
	count(kinds) > 1
	some workload in input.workloads
	workload.kind == kind
]

host_memory := {
	"name": "host_memory",
	"value": input.totals.host_memory_bytes,
	"unit": "bytes",
	"path": place.of(input.server.written, ["memory", "capacity"]),
}

measured := [
	host_memory,
	{
		"name": "gpu_memory",
		"value": gpu_memory,
		"unit": "bytes",
		"path": place.of(input.server.written, ["gpu", "count"]),
		"formula": text.times(input.gpu.count, text.gib(gpu_memory / input.gpu.count)),
	},
]

# needed is the host memory that passes without a warning.
needed := [{
	"name": "memory_needed",
	"value": limit * gpu_memory,
	"unit": "bytes",
	"formula": text.times(limit, text.gib(gpu_memory)),
}] if {
	verdict.outcome == "fail"
	limit := max([error_limit, warning_limit])
} else := []

demanded := [{
	"name": "host_demand",
	"value": input.totals.host_demand_bytes,
	"unit": "bytes",
}] if {
	verdict.message in {"fail_fits", "fail_demand"}
} else := []
