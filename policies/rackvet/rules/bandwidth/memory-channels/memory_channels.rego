# METADATA
# title: Memory channels not filled alike
# description: |
#   The DIMMs of a node fill every memory channel of every socket, each with as
#   many. Where weights or optimizer states are worked on in host memory, its
#   bandwidth is the workload's speed.
# related_resources:
# - description: balanced memory with EPYC processors
#   ref: https://lenovopress.lenovo.com/lp1268-balanced-memory-configurations-with-amd-epyc-processors
# - description: half the channels under a large model
#   ref: https://github.com/kvcache-ai/ktransformers/issues/319
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning]
#   figures: [cpu.memory_channels, platform.memory.dimm]
#   unit: count
#   bound: min
#   applies_to: servers that list their DIMMs
#   since: 0.1.0
#   evidence:
#   - {name: channels, unit: count, path: [cpu, model], formula: "{sockets} × {each}"}
#   units: {dimms: count, each: count, sockets: count, empty: count, modules: count, size: bytes, capacity: bytes}
#   messages:
#     pass: "{observed} DIMMs fill {channels} memory channels alike"
#     fail: "{observed} DIMMs leave {empty} of {channels} memory channels empty"
#     fail_uneven: "{observed} DIMMs fill {channels} memory channels unlike one another; {limit} would fill them alike"
#     fail_sockets: "{observed} DIMMs can't be shared evenly by {sockets} sockets"
#     undecided: whether {dimms} DIMMs fill the memory channels is not known, since those of the CPU are not
#     skipped: the spec lists no DIMMs
#     skipped_soldered: the CPU's memory is soldered
#   helps:
#     fail: Fill every channel alike. The nearest that reaches the capacity is {modules} × {size}, {capacity} in all. Where the board has no more slots than that, a waiver can say so.
#     fail_none: Fill every channel of every socket with as many DIMMs as the others, a multiple of {channels} in all.
#     undecided: Name a CPU of the catalogue, or describe it in a part block with its memory_channels.
package rackvet.rules.bandwidth["memory-channels"]

import data.rackvet.lib.populations

results contains judgement

judgement := {"outcome": "skipped", "level": "error", "path": ["memory"]} if {
	not input.memory.dimms[0]
} else := {
	"outcome": "skipped",
	"level": "error",
	"message": "skipped_soldered",
	"path": ["cpu", "model"],
} if {
	input.cpu.memory_type == "lpddr5x"
} else := {
	"outcome": "undecided",
	"level": level,
	"path": ["cpu", "model"],
	"values": {"dimms": dimms},
} if {
	not input.cpu.memory_channels
} else := {
	"outcome": "pass",
	"level": "error",
	"path": ["memory", "dimm", 0, "count"],
	"observed": dimms,
	"limit": channels,
	"evidence": {"channels": channels},
	"values": {"sockets": input.cpu.sockets, "each": input.cpu.memory_channels},
} if {
	dimms % channels == 0
} else := failing("fail_sockets") if {
	dimms % input.cpu.sockets > 0
} else := failing("fail") if {
	dimms < channels
} else := failing("fail_uneven")

# failing says which population is the nearest, where one is known to be sold.
failing(message) := {
	"outcome": "fail",
	"level": level,
	"message": message,
	"help": help,
	"path": ["memory", "dimm", 0, "count"],
	"observed": dimms,
	"limit": alike,
	"evidence": {"channels": channels},
	"related": offloading,
	"fix": populations.fix(input.memory.capacity_bytes),
	"values": {
		"sockets": input.cpu.sockets,
		"each": input.cpu.memory_channels,
		"empty": max([0, channels - dimms]),
		"modules": nearest.count,
		"size": nearest.size_bytes,
		"capacity": nearest.count * nearest.size_bytes,
	},
}

help := "fail" if {
	nearest.count > 0
} else := "fail_none"

nearest := populations.least(input.memory.capacity_bytes)

level := "error" if {
	offloading[0]
} else := "warning"

# offloading is the workloads whose speed is that of host memory: the optimizer
# runs there, or a part of the model.
offloading := [{"path": workload.path, "message": "works in host memory"} |
	some workload in input.workloads
	works_in_host_memory(workload)
]

works_in_host_memory(workload) if workload.offload in {"optimizer", "all"}

works_in_host_memory(workload) if workload.cpu_experts

works_in_host_memory(workload) if workload.cpu_layers > 0

dimms := sum([group.count | some group in input.memory.dimms])

channels := input.cpu.sockets * input.cpu.memory_channels

# alike is the least number of DIMMs, of those listed or more, that fills all
# channels alike.
alike := ceil(dimms / channels) * channels
