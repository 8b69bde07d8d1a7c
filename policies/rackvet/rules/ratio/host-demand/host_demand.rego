# METADATA
# title: Host memory against what the workloads take
# description: |
#   What the workloads that are resident at once take of a node's host memory,
#   the operating system's part included, held against what the node has.
# related_resources:
# - description: memory requirements of ZeRO offload
#   ref: https://deepspeed.readthedocs.io/en/latest/memory.html
# - description: resources that a node keeps for its system
#   ref: https://cloud.google.com/kubernetes-engine/docs/concepts/plan-node-sizes
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning]
#   figures: [model.parameters, model.component, model.tower, platform.memory.capacity]
#   unit: bytes
#   bound: max
#   applies_to: servers with workloads whose host memory can be told
#   since: 0.1.0
#   evidence:
#   - {name: host_memory, unit: bytes, path: [memory, capacity]}
#   - {name: low, unit: bytes}
#   - {name: high, unit: bytes}
#   - {name: memory_needed, unit: bytes}
#   - {name: balanced, unit: bytes, formula: "{modules} × {module}"}
#   units: {modules: count, module: bytes}
#   messages:
#     pass: the workloads take {observed} of {limit} of host memory, and at most {high}
#     fail: the workloads take {observed} of host memory, above the {limit} that the node has
#     undecided: the workloads take about {observed} of host memory, too near the {limit} that the node has to be told from it
#     undecided_demand: "demand on host memory can't be held against {host_memory}: {reason}"
#     skipped: the server has no workloads
#     skipped_tasks: the tasks do not say what they take of host memory
#   helps:
#     fail: Raise memory.capacity to at least {memory_needed}, or let the workloads keep less in host memory.
#     fail_balanced: Raise memory.capacity to {balanced}, {modules} DIMMs of {module}, which fills the channels of this CPU evenly; {memory_needed} is the least. Or let the workloads keep less in host memory.
#     straddles: It fits for certain in {memory_needed}.
package rackvet.rules.ratio["host-demand"]

import data.rackvet.lib.compare
import data.rackvet.lib.populations
import data.rackvet.lib.workloads

params := data.rackvet.params["ratio/host-demand"]

results contains {"outcome": "skipped", "level": "error", "path": []} if not input.turns[0]

results contains judgement(turn) if {
	some turn in input.turns
	turn.host_bytes
}

results contains unknown(turn) if {
	some turn in input.turns
	not turn.host_bytes
}

judgement(turn) := {
	"outcome": "pass",
	"level": "error",
	"path": turn.path,
	"observed": turn.host_bytes,
	"limit": input.memory.capacity_bytes,
	"components": workloads.components(turn, "host"),
	"evidence": {"high": ends.high},
	"related": place,
} if {
	ends := span(turn)
	compare.at_most(ends.high, input.memory.capacity_bytes)
} else := {
	"outcome": "fail",
	"level": "error",
	"help": help(population),
	"path": turn.path,
	"observed": turn.host_bytes,
	"limit": input.memory.capacity_bytes,
	"components": workloads.components(turn, "host"),
	"fix": populations.fix(needed),
	"evidence": {
		"host_memory": input.memory.capacity_bytes,
		"low": ends.low,
		"high": ends.high,
		"memory_needed": needed,
		"balanced": population.capacity_bytes,
	},
	"related": place,
	"values": {"modules": population.count, "module": population.size_bytes},
} if {
	ends := span(turn)
	not compare.at_most(ends.low, input.memory.capacity_bytes)
	needed := enough(ends.high)
	population := populations.least(needed)
} else := {
	"outcome": "undecided",
	"level": level(turn.host_bytes),
	"help": "straddles",
	"path": turn.path,
	"observed": turn.host_bytes,
	"limit": input.memory.capacity_bytes,
	"components": workloads.components(turn, "host"),
	"evidence": {"low": ends.low, "high": ends.high, "memory_needed": enough(ends.high)},
	"related": place,
} if {
	ends := span(turn)
}

place := [{"path": ["memory", "capacity"], "message": "what the node has"}]

# span is the ends of a demand. With offloaded optimizer states the estimate is
# the line: runs with less are on record as failed, and one with 11 % more works.
span(turn) := {
	"low": turn.host_bytes,
	"high": turn.host_bytes * params.offload_high.value,
} if {
	offloads(turn)
} else := {"low": turn.host_low_bytes, "high": turn.host_high_bytes}

offloads(turn) if {
	some workload in input.workloads
	workload.offload in {"optimizer", "all"}
	not workloads.adapters(workload)
	resident(workload, turn)
}

resident(workload, turn) if workload.path == turn.path

resident(_, turn) if turn.workloads[1]

# level is how much it matters that a demand can't be told from the limit: a
# server that fits by its best estimate is not held up by the end of a wide span.
level(bytes) := "error" if {
	bytes > input.memory.capacity_bytes
} else := "warning"

# enough is the memory that holds a demand for certain, what the system keeps of the
# further memory included.
enough(high) := input.memory.capacity_bytes + ((high - input.memory.capacity_bytes) / (1 - params.system.value))

help(population) := "fail_balanced" if {
	population.count > 0
} else := "fail"

# unknown is a turn of which a workload's demand is not known. Tasks need not
# state theirs.
unknown(turn) := {
	"outcome": "undecided",
	"level": "error",
	"message": "undecided_demand",
	"path": turn.path,
	"evidence": {"host_memory": input.memory.capacity_bytes},
	"values": {"reason": workload.host.missing},
} if {
	some workload in lacking(turn)
	workload.kind != "tasks"
} else := {
	"outcome": "skipped",
	"level": "error",
	"message": "skipped_tasks",
	"path": turn.path,
}

lacking(turn) := [workload |
	some workload in input.workloads
	not workload.host.bytes
	resident(workload, turn)
]
