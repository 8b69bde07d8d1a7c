# METADATA
# title: Room for one more task
# description: |
#   Tasks that run side by side need room for a spare one (N+1), so that work
#   goes on while a card is out or a task hangs. Room is counted card by card,
#   or by the node where one task takes every GPU of it.
# related_resources:
# - description: GPU-caused stops on a 16,384 GPU cluster
#   ref: https://arxiv.org/abs/2407.21783
# schemas:
# - input: schema.input
# custom:
#   levels: [error]
#   unit: count
#   bound: min
#   applies_to: servers with a tasks workload
#   since: 0.1.0
#   messages:
#     pass: "there is room for {observed} tasks of {task_memory} by {reserved_by}: {tasks} run and {spare} to spare ask {limit}"
#     fail: "there is room for {observed} tasks of {task_memory} by {reserved_by}, fewer than the {limit} that {tasks} and {spare} to spare ask"
#     fail_short: "there is room for {observed} tasks of {task_memory} by {reserved_by}, fewer than the {tasks} themselves, let alone {spare} to spare"
#     undecided: "room for {tasks} tasks and {spare} to spare can't be counted: {reason}"
#     skipped: no tasks workload
#   helps:
#     fail: Make room for {missing} more by smaller tasks, larger GPUs or more of them{alternative}.
#     fail_gpus: Give the node {gpus_needed} GPUs{alternative}.
#     fail_nodes: Give the server {nodes_needed} nodes{alternative}.
package rackvet.rules.headroom["task-reserve"]

results contains {"outcome": "skipped", "level": "error", "path": []} if {
	count(workloads) == 0
}

results contains {
	"outcome": "undecided",
	"level": "error",
	"path": array.concat(workload.path, ["count"]),
	"evidence": asked[i],
	"values": {"reason": reason[i]},
} if {
	some i, workload in workloads
	not workload.tasks.capacity
}

results contains object.union(judgement[i], {
	"outcome": "pass",
	"evidence": asked[i],
	"values": {"reserved_by": workload.tasks.reserved_by},
}) if {
	some i, workload in workloads
	workload.tasks.capacity >= needed[i]
}

# Tasks that have no room themselves have none to spare either. That is said
# here too, so that this rule by itself never lets such a build through.
results contains object.union(judgement[i], {
	"outcome": "fail",
	"message": {true: "fail_short", false: "fail"}[workload.tasks.capacity < workload.tasks.count],
	"help": growth[i].help,
	"evidence": array.concat(asked[i], growth[i].evidence),
	"values": {
		"reserved_by": workload.tasks.reserved_by,
		"alternative": alternative(workload.tasks.capacity - workload.tasks.spare),
	},
}) if {
	some i, workload in workloads
	workload.tasks.capacity < needed[i]
}

workloads := [workload |
	some workload in input.workloads
	workload.tasks
]

# needed is the tasks of one instance and the spare ones. The capacity is that of
# one instance too, with the others in place.
needed[i] := workload.tasks.count + workload.tasks.spare if some i, workload in workloads

judgement[i] := {
	"level": "error",
	"path": array.concat(workload.path, ["count"]),
	"observed": workload.tasks.capacity,
	"limit": needed[i],
	"unit": "count",
	"bound": "min",
} if {
	some i, workload in workloads
}

asked[i] := [
	{
		"name": "tasks",
		"value": workload.tasks.count,
		"unit": "count",
		"path": array.concat(workload.path, ["count"]),
	},
	{
		"name": "spare",
		"value": workload.tasks.spare,
		"unit": "count",
		"path": array.concat(workload.path, ["spare"]),
	},
	{
		"name": "task_memory",
		"value": workload.tasks.gpu_memory_bytes,
		"unit": "bytes",
		"path": array.concat(workload.path, ["gpu_memory"]),
	},
] if {
	some i, workload in workloads
}

# growth is what would make room: so many nodes or GPUs where all of them hold
# alike, else only how many tasks lack it.
growth[i] := {"help": "fail_nodes", "evidence": [lacking("nodes_needed", nodes)]} if {
	some i in whole_nodes
	nodes := ceil((needed[i] * input.server.nodes) / workloads[i].tasks.capacity)
}

growth[i] := {"help": "fail_gpus", "evidence": [lacking("gpus_needed", gpus)]} if {
	some i in whole_cards
	gpus := ceil((needed[i] * input.gpu.count) / workloads[i].tasks.capacity)
}

growth[i] := {"help": "fail", "evidence": [lacking("missing", missing)]} if {
	some i, workload in workloads
	not i in (whole_nodes | whole_cards)
	missing := needed[i] - workload.tasks.capacity
}

whole_nodes contains i if {
	some i, workload in workloads
	workload.tasks.reserved_by == "node"
	workload.tasks.capacity > 0
}

# whole_cards have nothing else on them, and every card of the node is one.
whole_cards contains i if {
	some i, workload in workloads
	workload.tasks.reserved_by == "card"
	workload.tasks.capacity > 0
	workload.tasks.gpus_per_task == 1
	workload.gpus == input.gpu.count
	workload.nodes == 1
	workload.instances == 1
	alone
}

alone if input.server.schedule == "exclusive"

alone if count(input.workloads) == 1

lacking(name, value) := {"name": name, "value": value, "unit": "count"}

# alternative is the count of tasks that leaves the spare its room, if any does.
alternative(tasks) := sprintf(", or run at most %d at once", [tasks]) if {
	tasks > 0
} else := ""

reason[i] := workload.gpu.missing if some i, workload in workloads

reason[i] := concat(" ", ["the memory of", input.gpu.written, "is not known"]) if {
	some i, workload in workloads
	not workload.gpu.missing
	not input.gpu.memory_bytes
}

reason[i] := "what else is on the GPUs is not known" if {
	some i, workload in workloads
	not workload.gpu.missing
	input.gpu.memory_bytes
}
