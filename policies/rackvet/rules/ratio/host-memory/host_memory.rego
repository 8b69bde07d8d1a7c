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
#   figures: [gpu.memory, platform.gpu.model, platform.gpu.count, platform.memory.capacity]
#   unit: x
#   bound: min
#   applies_to: servers whose GPUs do not share one memory with their host
#   since: 0.1.0
#   evidence:
#   - {name: host_memory, unit: bytes, path: [memory, capacity]}
#   - {name: gpu_memory, unit: bytes, path: [gpu, count], formula: "{gpus} × {each}"}
#   - {name: memory_needed, unit: bytes, formula: "{needed} {gpu_memory}"}
#   - {name: balanced, unit: bytes, formula: "{modules} × {module}"}
#   - {name: host_demand, unit: bytes}
#   units: {gpus: count, each: bytes, needed: x, modules: count, module: bytes}
#   messages:
#     pass: host memory is {observed} GPU memory, {margin} above the {limit} {basis}
#     fail: host memory is {observed} GPU memory, below the {limit} {basis}
#     fail_fits: host memory is {observed} GPU memory, below the {limit} {basis}, but the workloads' {host_demand} fits with room to spare
#     fail_demand: host memory is {observed} GPU memory, below the {limit} {basis}, and the workloads' {host_demand} leaves too little to spare
#     fail_demand_unknown: host memory is {observed} GPU memory, below the {limit} {basis}, and the workloads' host demand is not known
#     undecided: host memory can't be compared, since GPU memory of {gpu} is not known
#     skipped: "{gpu} shares one coherent memory with its host, which the ratio does not describe"
#   helps:
#     fail: Raise memory.capacity to at least {memory_needed}, or give the node fewer GPUs.
#     fail_balanced: Raise memory.capacity to {balanced}, {modules} DIMMs of {module}, which fills the channels of this CPU evenly; {memory_needed} is the least. Or give the node fewer GPUs.
#     undecided: Name a GPU of the catalogue by its id, or describe it in a part block.
package rackvet.rules.ratio["host-memory"]

import data.rackvet.lib.compare
import data.rackvet.lib.populations

params := data.rackvet.params["ratio/host-memory"]

results contains judgement

# The error comes before the warning, so that a profile may put the two limits in
# any order.
judgement := {
	"outcome": "skipped",
	"level": "error",
	"path": ["gpu", "model"],
	"values": {"gpu": input.gpu.written},
} if {
	input.gpu.coherent_host
} else := {
	"outcome": "undecided",
	"level": "error",
	"path": ["gpu", "model"],
	"evidence": {"host_memory": input.totals.host_memory_bytes},
	"values": {"gpu": input.gpu.written},
} if {
	not input.totals.host_to_gpu_ratio
} else := fail("error", "fail", limits.error, null) if {
	not compare.at_least(input.totals.host_to_gpu_ratio, limits.error)
} else := {
	"outcome": "pass",
	"level": "error",
	"path": ["memory", "capacity"],
	"observed": input.totals.host_to_gpu_ratio,
	"limit": limit,
	"evidence": {"host_memory": input.totals.host_memory_bytes, "gpu_memory": input.totals.gpu_memory_bytes},
	"values": {"basis": basis(limit), "gpus": input.gpu.count, "each": input.gpu.memory_bytes},
} if {
	compare.at_least(input.totals.host_to_gpu_ratio, limits.warning)
	limit := max([limits.error, limits.warning])
} else := fail("warning", "fail", limits.warning, null) if {
	kind != "training"
} else := fail("error", "fail_demand_unknown", limits.warning, null) if {
	not input.totals.host_demand_bytes
} else := fail("warning", "fail_fits", limits.warning, input.totals.host_demand_bytes) if {
	room := input.totals.host_memory_bytes * (1 - params.demand_spare.value)
	compare.at_most(input.totals.host_demand_bytes, room)
} else := fail("error", "fail_demand", limits.warning, input.totals.host_demand_bytes)

# fail says what is needed to pass without a warning.
fail(level, message, limit, demand) := {
	"outcome": "fail",
	"level": level,
	"message": message,
	"help": help,
	"path": ["memory", "capacity"],
	"observed": input.totals.host_to_gpu_ratio,
	"limit": limit,
	"fix": populations.fix(needed_bytes),
	"evidence": {
		"host_memory": input.totals.host_memory_bytes,
		"gpu_memory": input.totals.gpu_memory_bytes,
		"memory_needed": needed_bytes,
		"balanced": population.capacity_bytes,
		"host_demand": demand,
	},
	"related": strictest,
	"values": {
		"basis": basis(limit),
		"needed": needed,
		"gpus": input.gpu.count,
		"each": input.gpu.memory_bytes,
		"modules": population.count,
		"module": population.size_bytes,
	},
}

# needed is the ratio that passes without a warning.
needed := max([limits.error, limits.warning])

needed_bytes := needed * input.totals.gpu_memory_bytes

population := populations.least(needed_bytes)

help := "fail_balanced" if population.count > 0

else := "fail"

# limits are those in force: what the kind asks, or what the platform ships if
# that is lower.
limits := {
	"error": min([asked.error, shipped]),
	"warning": min([asked.warning, shipped]),
} if {
	shipped
} else := asked

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
dense if input.gpu.memory_bytes >= params.dense_memory.value

# kind is the strictest kind among the workloads.
kind := "training" if {
	input.workloads[_].kind == "training"
} else := "finetuning" if {
	input.workloads[_].kind == "finetuning"
} else := "tasks" if {
	input.workloads[_].kind == "tasks"
} else := "diffusion" if {
	input.workloads[_].kind == "diffusion"
} else := "inference" if {
	input.workloads[0]
} else := "none"

# shipped is the platform's own ratio, as long as the GPUs are the platform's.
shipped := input.platform.host_to_gpu_ratio if {
	not "gpu" in input.server.written
} else := input.platform.host_to_gpu_ratio if {
	input.gpu.id == input.platform.gpu_id
	input.gpu.count == input.platform.gpu_count
}

basis(limit) := concat(" ", ["that", input.platform.id, "ships with"]) if {
	limit == shipped
} else := bases[kind]

bases := {
	"training": "for training",
	"finetuning": "for fine-tuning",
	"tasks": "for tasks",
	"diffusion": "for diffusion",
	"inference": "for inference",
	"none": "for a server without workloads",
}

# strictest is the workloads that set the limits, where others don't.
strictest := [{"path": workload.path, "message": "the strictest kind of workload"} |
	mixed
	some workload in input.workloads
	workload.kind == kind
]

mixed if input.workloads[_].kind != kind
