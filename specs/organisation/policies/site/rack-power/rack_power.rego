# METADATA
# title: Power of a rack
# description: |
#   What the servers of a rack may draw together, by what their power supplies give
#   without the spare ones, held against what the rack's feed carries. data.yaml says
#   which server stands where.
# related_resources:
# - description: plan of the machine room
#   ref: https://intranet.example/room/feeds
# schemas:
# - input: schema.fleet
# custom:
#   levels: [error]
#   unit: watts
#   bound: max
#   applies_to: all servers of a run, rack by rack
#   since: 1.0.0
#   messages:
#     pass: "rack {rack} may draw {observed} of the {limit} that its feed carries"
#     fail: "rack {rack} may draw {observed}, more than the {limit} that its feed carries"
#     fail_nowhere: no rack is planned for the server
#     undecided: "what rack {rack} may draw can't be told, since the server says nothing of its power supplies"
#   helps:
#     fail: "Move {server} to another rack in data.yaml, or order fewer of it or smaller ones."
#     fail_nowhere: Put the server in a rack in data.yaml.
#     undecided: Write a power block.
package rackvet.fleet.site["rack-power"]

# A rack answers at the server that draws the most of it.
results contains result(rack, draws, fullest) if {
	some rack in data.org.racks
	draws := [{"name": s.server.name, "value": watts(s), "unit": "watts"} |
		some s in input.servers
		s.server.name in rack.servers
	]
	not unknown(rack)
	most := max([d.value | some d in draws])
	some fullest in input.servers
	fullest.server.name in rack.servers
	watts(fullest) == most
}

results contains {
	"outcome": "undecided",
	"level": "error",
	"server": s.server.name,
	"file": s.server.file,
	"path": ["power"],
	"values": {"rack": rack.name},
} if {
	some rack in data.org.racks
	some s in input.servers
	s.server.name in rack.servers
	not watts(s)
}

results contains {
	"outcome": "fail",
	"level": "error",
	"message": "fail_nowhere",
	"help": "fail_nowhere",
	"server": s.server.name,
	"file": s.server.file,
	"path": [],
} if {
	some s in input.servers
	every rack in data.org.racks {
		not s.server.name in rack.servers
	}
}

result(rack, draws, fullest) := {
	"outcome": outcome[all <= rack.power],
	"level": "error",
	"server": fullest.server.name,
	"file": fullest.server.file,
	"path": ["power"],
	"observed": all,
	"limit": rack.power,
	"evidence": draws,
	"values": {"rack": rack.name, "server": fullest.server.name},
} if {
	all := sum([d.value | some d in draws])
}

outcome := {true: "pass", false: "fail"}

unknown(rack) if {
	some s in input.servers
	s.server.name in rack.servers
	not watts(s)
}

# watts is what all nodes of a server may draw. The spare supplies of a node draw
# nothing of their own.
watts(s) := s.server.nodes * (carrying(s.power) * s.power.rating_watts) if s.power

carrying(power) := power.needed if {
	power.needed
} else := power.supplies
