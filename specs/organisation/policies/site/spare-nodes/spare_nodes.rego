# METADATA
# title: Spare nodes of a fleet
# description: |
#   For every few nodes with the same GPU that carry workloads there is one that carries
#   none, to take over from one that fails.
# related_resources:
# - description: agreement with operations
#   ref: https://intranet.example/operations/spares
# schemas:
# - input: schema.fleet
# custom:
#   levels: [warning]
#   unit: count
#   bound: min
#   applies_to: all servers of a run, by their GPU
#   since: 1.0.0
#   params:
#     nodes_a_spare: {value: 8, unit: count, source: agreement with operations, strength: M}
#     fewest: {value: 4, unit: count, source: fewer are covered by the vendor's service, strength: M}
#   evidence:
#   - {name: nodes_at_work, unit: count}
#   units: {at_work: count}
#   messages:
#     pass: "{gpu}: {observed} spare for {nodes_at_work} nodes at work, which ask for {limit}"
#     fail: "{gpu}: {observed} spare for {nodes_at_work} nodes at work, which ask for {limit}"
#     skipped: "{gpu}: {at_work} nodes at work are too few to keep a spare one"
#   helps:
#     fail: "Order {limit} nodes of the build without workloads: one for {nodes_a_spare} at work, or a part of them."
package rackvet.fleet.site["spare-nodes"]

params := data.rackvet.params["site/spare-nodes"]

# A GPU answers at the server that has the most nodes at work with it.
results contains {
	"outcome": outcome[spare >= needed],
	"level": "warning",
	"server": largest.server.name,
	"file": largest.server.file,
	"path": ["nodes"],
	"observed": spare,
	"limit": needed,
	"evidence": {"nodes_at_work": at_work},
	"values": {"gpu": gpu},
} if {
	some gpu in gpus
	group := working(gpu)
	at_work := sum([s.server.nodes | some s in group])
	at_work >= params.fewest.value
	needed := ceil(at_work / params.nodes_a_spare.value)
	spare := sum([s.server.nodes | some s in input.servers; name(s.gpu) == gpu; count(s.workloads) == 0])
	most := max([s.server.nodes | some s in group])
	some largest in group
	largest.server.nodes == most
}

results contains {
	"outcome": "skipped",
	"level": "warning",
	"path": [],
	"values": {"gpu": gpu, "at_work": at_work},
} if {
	some gpu in gpus
	at_work := sum([s.server.nodes | some s in working(gpu)])
	at_work < params.fewest.value
}

outcome := {true: "pass", false: "fail"}

gpus := {name(s.gpu) | some s in input.servers}

# working are the servers with that GPU which carry something.
working(gpu) := [s |
	some s in input.servers
	name(s.gpu) == gpu
	count(s.workloads) > 0
]

name(gpu) := gpu.id if {
	gpu.id
} else := gpu.written
