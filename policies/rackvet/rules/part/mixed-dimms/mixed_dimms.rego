# METADATA
# title: DIMMs of several kinds
# description: |
#   The DIMMs of a node are of one type, one size and one speed.
# related_resources:
# - description: rows of like DIMMs, manual of a two-socket server
#   ref: https://www.easymanua.ls/fujitsu/primergy-tx2550-m5/manual/345675?p=398
# - description: mixed capacities with EPYC 9005
#   ref: https://lenovopress.lenovo.com/lp2283-balanced-memory-configurations-with-5th-generation-amd-epyc-processors
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning, note]
#   figures: [cpu.memory_channels, platform.memory.dimm]
#   bound: min
#   applies_to: servers that list their DIMMs
#   since: 0.1.0
#   units: {dimms: count, size: bytes, capacity: bytes, slowest: transfers/s}
#   messages:
#     pass: all {dimms} DIMMs are of one kind, as far as the spec says
#     fail: DIMMs of {observed} and {limit} are mixed, and the channels hold unlike amounts
#     fail_rows: DIMMs of {observed} and {limit} are mixed, each size in every channel
#     fail_type: DIMMs of type {types} are mixed, and no board takes several
#     fail_speed: DIMMs of {observed} and {limit} are mixed, and all run at the slowest
#     skipped: the spec lists no DIMMs
#   helps:
#     fail: Take DIMMs of one size. {dimms} × {size} reach the capacity, {capacity} in all.
#     fail_type: Take DIMMs of the one type that the board takes.
#     fail_speed: Take all DIMMs for {slowest}, as they will run, or all for the faster rate.
package rackvet.rules.part["mixed-dimms"]

results contains judgement

judgement := {"outcome": "skipped", "level": "error", "path": ["memory"]} if {
	not input.memory.dimms[0]
} else := alike if {
	not input.memory.dimms[1]
} else := {
	"outcome": "fail",
	"level": "error",
	"message": "fail_type",
	"help": "fail_type",
	"path": ["memory", "dimm", other_types[0], "type"],
	"values": {"types": concat(" and ", {group.type | some group in input.memory.dimms})},
} if {
	other_types[0]
} else := sized("note", "fail_rows") if {
	other_sizes[0]
	rows
} else := sized("warning", "fail") if {
	other_sizes[0]
} else := {
	"outcome": "fail",
	"level": "note",
	"message": "fail_speed",
	"help": "fail_speed",
	"path": ["memory", "dimm", other_speeds[0], "speed"],
	"observed": slowest,
	"limit": max([group.transfers | some group in input.memory.dimms]),
	"unit": "transfers/s",
	"fix": [fix |
		some group in input.memory.dimms
		group.transfers > slowest
		speed := concat("", [format_int(slowest / 1000000, 10), "MT/s"])
		fix := {"path": ["memory", "dimm", group.index, "speed"], "value": speed}
	],
	"values": {"slowest": slowest},
} if {
	other_speeds[0]
} else := alike

alike := {
	"outcome": "pass",
	"level": "error",
	"path": ["memory", "dimm", 0],
	"values": {"dimms": dimms},
}

sized(level, message) := {
	"outcome": "fail",
	"level": level,
	"message": message,
	"path": ["memory", "dimm", other_sizes[0], "size"],
	"observed": min([group.size_bytes | some group in input.memory.dimms]),
	"limit": largest,
	"unit": "bytes",
	"fix": array.concat([{"path": ["memory", "capacity"], "value": dimms * size, "unit": "bytes"}], [fix |
		some group in input.memory.dimms
		group.size_bytes != size
		fix := {"path": ["memory", "dimm", group.index, "size"], "value": size, "unit": "bytes"}
	]),
	"values": {"dimms": dimms, "size": size, "capacity": dimms * size},
}

# other_types, other_sizes and other_speeds are the groups that are not as the
# first that says. What a group leaves out is not held against it.
other_types := [group.index |
	typed := [group.type | some group in input.memory.dimms]
	some group in input.memory.dimms
	group.type != typed[0]
]

other_sizes := [group.index |
	some group in input.memory.dimms
	group.size_bytes != input.memory.dimms[0].size_bytes
]

other_speeds := [group.index |
	timed := [group.transfers | some group in input.memory.dimms]
	some group in input.memory.dimms
	group.transfers != timed[0]
]

# rows is that each of two sizes is in every channel as often.
rows if {
	count({group.size_bytes | some group in input.memory.dimms}) == 2
	every group in input.memory.dimms {
		group.count % (input.cpu.sockets * input.cpu.memory_channels) == 0
	}
}

dimms := sum([group.count | some group in input.memory.dimms])

largest := max([group.size_bytes | some group in input.memory.dimms])

slowest := min([group.transfers | some group in input.memory.dimms])

# size is the smallest that as many DIMMs reach the capacity with, of those that
# are sold for this CPU, or else the largest of those listed.
size := reaching[0] if {
	reaching[0]
} else := largest

reaching := [population.size_bytes |
	some population in input.memory.populations
	population.count == dimms
	population.capacity_bytes >= input.memory.capacity_bytes
]
