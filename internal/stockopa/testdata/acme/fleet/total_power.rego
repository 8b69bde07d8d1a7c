# METADATA
# title: Watts of all GPUs
# description: The hall has this much for GPUs.
# schemas:
# - input: schema.fleet
# custom:
#   levels: [error, warning]
#   unit: watts
#   bound: max
#   applies_to: all servers of a run
#   since: 1.0.0
#   params:
#     most: {value: 100000, unit: watts, source: the plan of the hall, strength: M}
#   messages:
#     pass: "all GPUs take {observed}, within {limit}"
#     fail: "all GPUs take {observed}, more than {limit}"
package rackvet.fleet.acme["total-power"]

params := data.rackvet.params["acme/total-power"]

results contains {"outcome": "pass", "level": "error", "path": [], "observed": all, "limit": params.most.value} if {
	all <= params.most.value
}

results contains {
	"outcome": "fail",
	"level": "error",
	"server": server.server.name,
	"file": server.server.file,
	"path": ["gpu", "count"],
	"observed": all,
	"limit": params.most.value,
} if {
	all > params.most.value
	some server in input.servers
	server.gpu.tdp_watts * server.gpu.count > 5000
}

all := sum([watts | some s in input.servers; watts := s.gpu.tdp_watts * s.gpu.count])
