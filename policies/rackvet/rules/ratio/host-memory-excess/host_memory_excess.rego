# METADATA
# title: More host memory than anything needs
# description: |
#   Host memory over nominal GPU memory of a node, held against the most that
#   makes sense, where the workloads are known to take less than half of it.
# related_resources:
# - description: systems of the MLPerf training results
#   ref: https://github.com/mlcommons/training_results_v5.0
# - description: GPU shapes of Oracle Cloud
#   ref: https://docs.oracle.com/en-us/iaas/Content/Compute/References/computeshapes.htm
# schemas:
# - input: schema.input
# custom:
#   levels: [note]
#   figures: [gpu.memory, platform.gpu.model, platform.gpu.count, platform.memory.capacity]
#   unit: x
#   bound: max
#   applies_to: servers whose GPUs do not share one memory with their host
#   since: 0.1.0
#   evidence:
#   - {name: host_memory, unit: bytes, path: [memory, capacity]}
#   - {name: gpu_memory, unit: bytes, path: [gpu, count], formula: "{gpus} × {each}"}
#   - {name: host_demand, unit: bytes, formula: the most that the hungriest workload takes}
#   - {name: enough, unit: bytes, formula: "{limit} GPU memory, or {per_gpu} a GPU"}
#   units: {gpus: count, each: bytes, modules: count, module: bytes, balanced: bytes}
#   messages:
#     pass: host memory is {observed} GPU memory, at most {limit}
#     pass_small: host memory is {observed} GPU memory, but no more than {per_gpu} a GPU
#     pass_shipped: host memory is {observed} GPU memory, as {platform} ships
#     pass_needed: host memory is {observed} GPU memory, and the workloads take up to {host_demand} of it
#     fail: host memory is {observed} GPU memory, above {limit}, and the workloads take at most {host_demand} of {host_memory}
#     undecided: host memory can't be compared, since GPU memory of {gpu} is not known
#     undecided_demand: host memory is {observed} GPU memory, above {limit}, and what the workloads take of it is not known
#     skipped: "{gpu} shares one coherent memory with its host, which the ratio does not describe"
#     skipped_workloads: host memory is {observed} GPU memory, and no workload says what it is for
#   helps:
#     undecided: Name a GPU of the catalogue by its id, or describe it in a part block.
#     undecided_demand: Say what each workload takes of host memory, as host_memory does of tasks.
#     fail: Lower memory.capacity to {enough}, or say in a workload what fills the rest.
#     fail_balanced: Lower memory.capacity to {balanced}, {modules} DIMMs of {module}, or say in a workload what fills the rest.
#     fail_demand: Lower memory.capacity towards the {host_demand} that the workloads take, or say in a workload what fills the rest.
package rackvet.rules.ratio["host-memory-excess"]

import data.rackvet.lib.compare
import data.rackvet.lib.populations

params := data.rackvet.params["ratio/host-memory-excess"]

results contains judgement

judgement := {
	"outcome": "skipped",
	"level": "note",
	"path": ["gpu", "model"],
	"values": {"gpu": input.gpu.written},
} if {
	input.gpu.coherent_host
} else := {
	"outcome": "undecided",
	"level": "note",
	"path": ["gpu", "model"],
	"values": {"gpu": input.gpu.written},
} if {
	not input.totals.host_to_gpu_ratio
} else := answer("pass", "pass", {}) if {
	compare.at_most(input.totals.host_to_gpu_ratio, params.limit.value)
} else := answer("pass", "pass_small", {}) if {
	compare.at_most(input.totals.host_memory_bytes, params.per_gpu.value * input.gpu.count)
} else := answer("pass", "pass_shipped", {"platform": input.platform.id}) if {
	compare.at_most(input.totals.host_to_gpu_ratio, input.platform.host_to_gpu_ratio)
	own_gpus
} else := answer("skipped", "skipped_workloads", {}) if {
	not input.turns[0]
} else := {
	"outcome": "undecided",
	"level": "note",
	"message": "undecided_demand",
	"help": "undecided_demand",
	"path": ["memory", "capacity"],
	"related": [{"path": turn.path, "message": "the workload in question"}],
	"observed": input.totals.host_to_gpu_ratio,
	"limit": params.limit.value,
} if {
	unknown := [turn | some turn in input.turns; not turn.host_high_bytes]
	turn := unknown[0]
} else := {
	"outcome": "pass",
	"level": "note",
	"message": "pass_needed",
	"path": ["memory", "capacity"],
	"observed": input.totals.host_to_gpu_ratio,
	"limit": params.limit.value,
	"evidence": {"host_memory": input.totals.host_memory_bytes, "host_demand": demand},
} if {
	compare.at_least(demand, params.used.value * input.totals.host_memory_bytes)
} else := {
	"outcome": "fail",
	"level": "note",
	"help": advice.help,
	"path": ["memory", "capacity"],
	"observed": input.totals.host_to_gpu_ratio,
	"limit": params.limit.value,
	"fix": advice.fix,
	"evidence": {
		"host_memory": input.totals.host_memory_bytes,
		"gpu_memory": input.totals.gpu_memory_bytes,
		"host_demand": demand,
		"enough": enough,
	},
	"values": object.union(advice.values, {"gpus": input.gpu.count, "each": input.gpu.memory_bytes}),
}

answer(outcome, message, values) := {
	"outcome": outcome,
	"level": "note",
	"message": message,
	"path": ["memory", "capacity"],
	"observed": input.totals.host_to_gpu_ratio,
	"limit": params.limit.value,
	"evidence": {"host_memory": input.totals.host_memory_bytes},
	"values": values,
}

# own_gpus is that the GPUs are the platform's, as its ratio is of those.
own_gpus if not "gpu" in input.server.written

own_gpus if {
	input.gpu.id == input.platform.gpu_id
	input.gpu.count == input.platform.gpu_count
}

# demand is the most that the hungriest turn may take.
demand := max([turn.host_high_bytes | some turn in input.turns])

enough := max([params.limit.value * input.totals.gpu_memory_bytes, params.per_gpu.value * input.gpu.count])

# advice is the most that passes, as modules if they fill the channels evenly; none
# where the workloads need more than that and still less than half.
advice := {
	"help": "fail_demand",
	"fix": [],
	"values": {},
} if {
	demand > enough
} else := {
	"help": "fail_balanced",
	"fix": populations.written(population, population.capacity_bytes),
	"values": {
		"balanced": population.capacity_bytes,
		"modules": population.count,
		"module": population.size_bytes,
	},
} if {
	population := largest[count(largest) - 1]
	population.capacity_bytes >= demand
} else := {
	"help": "fail",
	"fix": populations.written({"count": 0}, enough),
	"values": {},
}

# largest is the populations that are not too large, in order of their capacity.
largest := [population |
	some population in input.memory.populations
	compare.at_most(population.capacity_bytes, enough)
]
