# METADATA
# title: Time to write a checkpoint
# description: |
#   The time in which a node writes its part of a checkpoint to the storage that
#   is for it, held against the time between two checkpoints.
# related_resources:
# - description: storage of training nodes
#   ref: https://github.com/stas00/ml-engineering/tree/master/storage
# - description: how often to write checkpoints
#   ref: https://changlan.org/posts/optimal-checkpointing/
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning]
#   figures: [model.parameters, model.component, model.tower, cpu.pcie_generation, platform.storage]
#   unit: seconds
#   bound: max
#   applies_to: runs that say how often they write a checkpoint, on servers with storage
#   since: 0.1.0
#   evidence:
#   - {name: checkpoint, unit: bytes}
#   - {name: written, unit: bytes, formula: "{checkpoint} ÷ {writers} nodes"}
#   - {name: speed, unit: bytes/s}
#   - {name: interval, unit: seconds}
#   - {name: speed_needed, unit: bytes/s}
#   units: {writers: count, every: seconds, slowest: seconds}
#   messages:
#     pass: a node writes its part of a checkpoint in {observed}, at most {limit} ({share} of the time between two)
#     fail: a node writes its part of a checkpoint in {observed}, over {limit} ({share} of the time between two)
#     fail_never: a node writes its part of a checkpoint in {observed}, and the next is due after {limit}
#     undecided: a node writes its part of a checkpoint in {observed} to {slowest}, around {limit} ({share} of the time between two)
#     undecided_shared: how long a node writes to storage {name} is not known, since its bandwidth is not
#     undecided_size: how long a node writes a checkpoint is not known, since its size is not
#     skipped: no workload says how often it writes a checkpoint
#     skipped_storage: the spec says nothing of storage
#     skipped_role: no storage of the spec is for data
#   helps:
#     fail: Write a checkpoint every {every} or less often, or to storage that takes {speed_needed} of a node.
#     undecided_slot: Write the slot of storage {name}, as pcie = "4x4".
#     undecided_shared: Write bandwidth of storage {name}, what it gives one node.
package rackvet.rules.bandwidth["checkpoint-storage"]

import data.rackvet.lib.checkpoints
import data.rackvet.lib.compare

params := data.rackvet.params["bandwidth/checkpoint-storage"]

results contains {"outcome": "skipped", "level": "error", "path": []} if not writing

writing if input.workloads[_].checkpoint_every_seconds

results contains judgement(workload) if {
	some workload in input.workloads
	workload.checkpoint_every_seconds
}

judgement(workload) := {
	"outcome": "skipped",
	"level": "error",
	"message": "skipped_storage",
	"path": workload.path,
} if {
	not input.storage[0]
} else := {
	"outcome": "skipped",
	"level": "error",
	"message": "skipped_role",
	"path": workload.path,
} if {
	not places[0]
} else := {
	"outcome": "undecided",
	"level": "error",
	"message": "undecided_size",
	"path": workload.path,
} if {
	not workload.checkpoint_bytes
} else := timed(workload, workload.checkpoint_bytes / checkpoints.writers(workload), workload.checkpoint_every_seconds)

# timed holds what the fastest drives of the kind take against the interval; to pass,
# the slowest that they may be.
timed(workload, part, interval) := {
	"outcome": "pass",
	"level": "error",
	"path": workload.path,
	"observed": part / slowest,
	"limit": params.share.value * interval,
	"evidence": {
		"checkpoint": workload.checkpoint_bytes,
		"written": divided(part, checkpoints.writers(workload)),
		"speed": slowest,
		"interval": interval,
	},
	"values": {"writers": checkpoints.writers(workload)},
} if {
	slowest > 0
	compare.at_most(part / slowest, params.share.value * interval)
} else := {
	"outcome": "undecided",
	"level": "warning",
	"message": "undecided_shared",
	"help": "undecided_shared",
	"path": workload.path,
	"related": related,
	"values": {"name": unsaid[0]},
} if {
	unsaid[0]
} else := {
	"outcome": "fail",
	"level": form.level,
	"message": form.message,
	"path": workload.path,
	"observed": part / fastest,
	"limit": form.limit,
	"fix": [{
		"path": array.concat(workload.path, ["checkpoint_every"]),
		"value": concat("", [format_int(minutes, 10), "m"]),
	}],
	"evidence": {
		"checkpoint": workload.checkpoint_bytes,
		"written": divided(part, checkpoints.writers(workload)),
		"speed": fastest,
		"interval": interval,
		"speed_needed": part / (params.share.value * interval),
	},
	"related": related,
	"values": {"writers": checkpoints.writers(workload), "every": minutes * 60},
} if {
	not compare.at_most(part / fastest, params.share.value * interval)
	form := over(part / fastest, interval)
	minutes := ceil((part / slowest) / (params.share.value * 60))
} else := {
	"outcome": "undecided",
	"level": "warning",
	"help": "undecided_slot",
	"path": workload.path,
	"observed": part / fastest,
	"limit": params.share.value * interval,
	"related": related,
	"values": {"name": slotless[0], "slowest": part / slowest},
}

over(seconds, interval) := {"level": "error", "message": "fail_never", "limit": interval} if {
	seconds > interval
} else := {"level": "warning", "message": "fail", "limit": params.share.value * interval}

# divided is a node's part, where it is not the whole.
divided(part, nodes) := part if {
	nodes > 1
} else := null

# places is the storage for checkpoints, or else what is not the system's.
places := own if {
	own[0]
} else := [group | some group in input.storage; object.get(group, "role", "") != "os"]

own := [group | some group in input.storage; group.role == "checkpoint"]

related := [{"path": ["storage", group.name], "message": "where it is written"} | some group in places]

# fastest and slowest are what the best of the places takes: a checkpoint goes to
# one. Nothing is known of a file system that doesn't say.
fastest := max([speed.fast | some speed in known])

slowest := max({0} | {speed.slow | some speed in known})

known := [speeds(group) | some group in places]

unsaid := [group.name | some group in places; group.kind == "shared"; not group.bandwidth]

slotless := [group.name | some group in places; group.kind == "nvme"; not group.pcie]

# speeds is what all drives of a group take together, striped. A drive is the fastest
# of its kind; without a slot it may be of any generation up to the CPU's.
speeds(group) := {"fast": group.bandwidth, "slow": group.bandwidth} if {
	group.kind == "shared"
} else := {"fast": group.count * drive, "slow": group.count * drive} if {
	group.kind == "nvme"
	drive := min([nvme(group.pcie.generation), group.pcie.per_direction])
} else := {
	"fast": group.count * nvme(object.get(input.cpu, "pcie_generation", 6)),
	"slow": group.count * params.nvme_3.value,
} if {
	group.kind == "nvme"
} else := {"fast": group.count * kinds[group.kind], "slow": group.count * kinds[group.kind]}

kinds := {
	"sas": params.sas.value,
	"sata": params.sata.value,
	"hdd": params.hdd.value,
}

nvme(generation) := params.nvme_3.value if {
	generation <= 3
} else := params.nvme_4.value if {
	generation == 4
} else := params.nvme_5.value if {
	generation == 5
} else := params.nvme_6.value
