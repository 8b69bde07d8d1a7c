# METADATA
# title: Watts of all GPUs
# description: |
#   The GPUs of all servers that are linted together take no more than the room that
#   they go to can cool.
# related_resources:
# - description: the page of this rule
#   ref: README.md
# schemas:
# - input: schema.fleet
# custom:
#   levels: [error]
#   unit: watts
#   bound: max
#   applies_to: all servers of a run
#   since: 0.1.0
#   params:
#     most: {value: 20000, unit: watts, source: what our room is cooled for, strength: M}
#   evidence:
#   - {name: servers, unit: count}
#   messages:
#     pass: "the GPUs of all servers take {observed}, {margin} less than the {limit} that the room is cooled for"
#     fail: "the GPUs of all servers take {observed}, more than the {limit} that the room is cooled for; this one takes {own}"
#     undecided: what the GPUs of this server take is not known, and so what all take
#   helps:
#     fail: Order fewer of these nodes, or cap their GPUs by gpu.power_limit.
#     undecided: Name a GPU of the catalogue by its id, or write gpu.power_limit.
#   units: {own: watts}
package rackvet.fleet["<<.Category>>"]["<<.Name>>"]

params := data.rackvet.params["<<.ID>>"]

# One result is about all servers, and names none.
results contains {
	"outcome": "pass",
	"level": "error",
	"path": [],
	"observed": all,
	"limit": params.most.value,
	"evidence": {"servers": count(input.servers)},
} if {
	not unknown
	all <= params.most.value
}

# What fails names a server, so that it has a line: each that takes the most.
results contains {
	"outcome": "fail",
	"level": "error",
	"server": server.server.name,
	"file": server.server.file,
	"path": ["gpu", "count"],
	"observed": all,
	"limit": params.most.value,
	"evidence": {"servers": count(input.servers)},
	"values": {"own": watts(server)},
} if {
	not unknown
	all > params.most.value
	some server in input.servers
	watts(server) == max([watts(s) | some s in input.servers])
}

results contains {
	"outcome": "undecided",
	"level": "error",
	"server": server.server.name,
	"file": server.server.file,
	"path": ["gpu", "model"],
} if {
	some server in input.servers
	not watts(server)
}

unknown if {
	some server in input.servers
	not watts(server)
}

all := sum([watts(server) | some server in input.servers])

# watts are those of the GPUs of all nodes of a server.
watts(server) := (server.server.nodes * server.gpu.count) * each(server.gpu)

# each is what one GPU takes: what the spec caps it at, or else its maker's figure.
each(gpu) := gpu.power_limit_watts if {
	gpu.power_limit_watts
} else := gpu.tdp_watts
