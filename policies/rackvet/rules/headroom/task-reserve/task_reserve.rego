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
#   figures: [gpu.memory, gpu.reported_memory, platform.gpu.model, platform.gpu.count]
#   unit: count
#   bound: min
#   applies_to: servers with a tasks workload
#   since: 0.1.0
#   units: {missing: count, gpus_needed: count, nodes_needed: count}
#   messages:
#     pass: "there is room for {observed} tasks of {task_memory} by {reserved_by}: {tasks} run and {spare} to spare ask {limit}"
#     fail: "there is room for {observed} tasks by {reserved_by}, fewer than the {limit} that are asked, spare ones included"
#     fail_short: "there is room for {observed} tasks by {reserved_by}, fewer than are to run, let alone the {limit} with spare ones"
#     undecided: "room for the tasks can't be counted: {reason}"
#     skipped: no tasks workload
#   helps:
#     fail: Make room for {missing} more by smaller tasks, larger GPUs or more of them{alternative}.
#     fail_gpus: Give the node {gpus_needed} GPUs{alternative}.
#     fail_nodes: Give the server {nodes_needed} nodes{alternative}.
package rackvet.rules.headroom["task-reserve"]

import data.rackvet.lib.places

results contains {"outcome": "skipped", "level": "error", "path": []} if not asked

results contains judgement(workload.name, workload.tasks, workload) if {
	some workload in input.workloads
	workload.tasks
}

asked if input.workloads[_].tasks

# judgement holds the room of one instance, with the others in place, against its
# tasks and the spare ones.
judgement(name, tasks, workload) := {
	"outcome": "undecided",
	"level": "error",
	"path": ["workload", "tasks", name, "count"],
	"related": places.gpu_memory,
	"evidence": evidence(name, tasks),
	"values": {"reason": reason(workload)},
} if {
	not tasks.capacity
} else := {
	"outcome": "pass",
	"level": "error",
	"path": ["workload", "tasks", name, "count"],
	"observed": tasks.capacity,
	"limit": needed,
	"evidence": evidence(name, tasks),
	"values": {"reserved_by": tasks.reserved_by},
} if {
	needed := tasks.count + tasks.spare
	tasks.capacity >= needed
} else := {
	"outcome": "fail",
	"level": "error",
	"message": shortage(tasks),
	"help": growth.help,
	"path": ["workload", "tasks", name, "count"],
	"observed": tasks.capacity,
	"limit": needed,
	"evidence": evidence(name, tasks),
	"values": {
		"reserved_by": tasks.reserved_by,
		"alternative": alternative(tasks.capacity - tasks.spare),
		growth.name: growth.number,
	},
} if {
	needed := tasks.count + tasks.spare
	growth := growing(workload, needed)
}

evidence(name, tasks) := [
	{"name": "tasks", "value": tasks.count, "unit": "count", "path": ["workload", "tasks", name, "count"]},
	{"name": "spare", "value": tasks.spare, "unit": "count", "path": ["workload", "tasks", name, "spare"]},
	{
		"name": "task_memory",
		"value": tasks.gpu_memory_bytes,
		"unit": "bytes",
		"path": ["workload", "tasks", name, "gpu_memory"],
	},
]

# shortage says so where the tasks have no room themselves. That belongs here
# too, so that this rule by itself never lets such a build through.
shortage(tasks) := "fail_short" if {
	tasks.capacity < tasks.count
} else := "fail"

# growing is what would make room: so many nodes or GPUs where all of them hold
# alike, else only how many tasks lack it.
growing(workload, needed) := {"help": "fail_nodes", "name": "nodes_needed", "number": nodes} if {
	workload.tasks.reserved_by == "node"
	workload.tasks.capacity > 0
	nodes := ceil((needed * input.server.nodes) / workload.tasks.capacity)
} else := {"help": "fail_gpus", "name": "gpus_needed", "number": gpus} if {
	workload.tasks.reserved_by == "card"
	workload.tasks.capacity > 0
	workload.tasks.gpus_per_task == 1
	workload.gpus == input.gpu.count
	workload.nodes == 1
	workload.instances == 1
	alone
	gpus := ceil((needed * input.gpu.count) / workload.tasks.capacity)
} else := {"help": "fail", "name": "missing", "number": needed - workload.tasks.capacity}

# alone is that nothing else is on the cards.
alone if input.server.schedule == "exclusive"

alone if count(input.workloads) == 1

# alternative is the count of tasks that leaves the spare its room, if any does.
alternative(tasks) := sprintf(", or run at most %d at once", [tasks]) if {
	tasks > 0
} else := ""

reason(workload) := workload.gpu.missing if {
	workload.gpu.missing
} else := concat(" ", ["the memory of", input.gpu.written, "is not known"]) if {
	not input.gpu.memory_bytes
} else := "what else is on the GPUs is not known"
