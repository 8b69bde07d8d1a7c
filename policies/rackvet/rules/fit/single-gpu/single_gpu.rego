# METADATA
# title: Everything on one GPU
# description: |
#   A server whose only GPU carries many requests or several tasks at once, and no
#   second server: nothing runs while it is out. Cards would share such work.
# related_resources:
# - description: failures of GPUs in large fleets
#   ref: https://glennklockwood.com/garden/component-reliability
# - description: a GPU that took nine months to replace
#   ref: https://github.com/ai4d-iasc/trixie/issues/38
# schemas:
# - input: schema.input
# custom:
#   levels: [note]
#   figures: [platform.gpu.count]
#   unit: count
#   bound: max
#   applies_to: servers that serve models or run tasks
#   since: 0.1.0
#   messages:
#     pass: "{observed} GPUs carry the work, and one can be out"
#     pass_few: one GPU carries {observed} {what} at once, of at most {limit}
#     fail: one GPU carries {observed} {what} at once, and nothing runs while it is out
#     skipped: no workload serves a model or runs tasks
#     skipped_unknown: how many requests the GPU serves at once is not known
#   helps:
#     fail: Take two smaller GPUs, or a second node. They share {what} well, and half of the work goes on while one is out.
package rackvet.rules.fit["single-gpu"]

params := data.rackvet.params["fit/single-gpu"]

results contains {"outcome": "skipped", "level": "note", "path": []} if not served

results contains judgement(workload) if {
	some workload in input.workloads
	workload.kind in {"inference", "tasks"}
}

served if input.workloads[_].kind in {"inference", "tasks"}

judgement(workload) := {
	"outcome": "pass",
	"level": "note",
	"path": workload.path,
	"observed": input.server.nodes * input.gpu.count,
	"limit": 2,
	"bound": "min",
} if {
	input.server.nodes * input.gpu.count > 1
} else := verdict(workload, "tasks", workload.tasks.count, params.tasks.value) if {
	workload.tasks
} else := verdict(workload, "requests", workload.kv.requests, params.requests.value) if {
	workload.kv
} else := {
	"outcome": "skipped",
	"level": "note",
	"message": "skipped_unknown",
	"path": workload.path,
}

verdict(workload, what, number, most) := {
	"outcome": "pass",
	"level": "note",
	"message": "pass_few",
	"path": workload.path,
	"observed": number,
	"limit": most,
	"values": {"what": what},
} if {
	number <= most
} else := {
	"outcome": "fail",
	"level": "note",
	"path": workload.path,
	"observed": number,
	"limit": most,
	"related": [{"path": ["gpu", "count"], "message": "the only GPU"}],
	"fix": fix,
	"values": {"what": what},
}

# fix is the second GPU, or the second of a server that is its platform's.
fix := [{"path": ["gpu", "count"], "value": 2}] if {
	"gpu" in input.server.written
} else := [{"path": ["nodes"], "value": 2}]
