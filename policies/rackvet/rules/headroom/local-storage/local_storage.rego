# METADATA
# title: Room for data sets and checkpoints
# description: |
#   The data sets of the workloads and the checkpoints that are kept of each
#   run, held against the drives and file systems of a node by their role.
# related_resources:
# - description: storage of training nodes
#   ref: https://github.com/stas00/ml-engineering/tree/master/storage
# - description: sizes of checkpoints in MLPerf Storage
#   ref: https://github.com/mlcommons/storage
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning]
#   figures: [model.parameters, model.component, model.tower, platform.storage]
#   unit: bytes
#   bound: max
#   applies_to: servers with storage, and with workloads that train or have a data set
#   since: 0.1.0
#   evidence:
#   - {name: datasets, unit: bytes}
#   - {name: checkpoints, unit: bytes, formula: "{kept} of each run"}
#   - {name: capacity, unit: bytes}
#   - {name: needed, unit: bytes}
#   units: {drives: count}
#   messages:
#     pass: "{what} take {observed} of the {capacity} of storage {names}"
#     fail: "{what} take {observed}, above the {limit} of storage {names}"
#     fail_full: "{what} take {observed} of the {capacity} of storage {names}, above {limit} ({usable})"
#     skipped: no workload trains or has a data set
#     skipped_storage: the spec says nothing of storage
#     skipped_role: no storage of the spec is for data
#   helps:
#     fail_drives: Fit {drives} drives of that size, or drives with {needed} in all.
#     fail_shared: Give the file system {needed}.
package rackvet.rules.headroom["local-storage"]

import data.rackvet.lib.checkpoints as lib
import data.rackvet.lib.compare

params := data.rackvet.params["headroom/local-storage"]

results contains {"outcome": "skipped", "level": "error", "path": []} if not needing

results contains {
	"outcome": "skipped",
	"level": "error",
	"message": "skipped_storage",
	"path": ["storage"],
} if {
	needing
	not input.storage[0]
}

results contains {
	"outcome": "skipped",
	"level": "error",
	"message": "skipped_role",
	"path": ["storage"],
} if {
	needing
	input.storage[0]
	not places[0]
}

# Where checkpoints have a place of their own, two results; else one.
results contains judgement(data_places, "data sets", datasets, 0) if {
	apart
	datasets > 0
}

results contains judgement(checkpoint_places, "checkpoints", 0, checkpoints(checkpoint_places)) if {
	apart
	input.workloads[_].checkpoint_bytes
}

results contains judgement(places, what, datasets, checkpoints(places)) if {
	needing
	places[0]
	not apart
}

needing if input.workloads[_].checkpoint_bytes

needing if input.workloads[_].dataset_bytes

apart if {
	data_places[0]
	checkpoint_places[0]
}

what := "data sets and checkpoints" if {
	input.workloads[_].dataset_bytes
	input.workloads[_].checkpoint_bytes
} else := "checkpoints" if {
	input.workloads[_].checkpoint_bytes
} else := "data sets"

places := [group | some group in input.storage; object.get(group, "role", "") != "os"]

data_places := [group | some group in places; object.get(group, "role", "") != "checkpoint"]

checkpoint_places := [group | some group in places; group.role == "checkpoint"]

# datasets is what the workloads read. Two of one size are taken for the same.
datasets := sum({workload.dataset_bytes | some workload in input.workloads})

# checkpoints is what a node keeps. On its own drives that is its share.
checkpoints(groups) := params.kept.value * sum([share |
	some workload in input.workloads
	share := workload.checkpoint_bytes / writers(workload, groups)
])

# writers is how many nodes divide a checkpoint between their own drives.
writers(workload, groups) := 1 if {
	every group in groups { group.kind == "shared" }
} else := lib.writers(workload)

judgement(groups, name, data_bytes, checkpoint_bytes) := {
	"outcome": "pass",
	"level": "error",
	"path": ["storage", groups[0].name],
	"observed": data_bytes + checkpoint_bytes,
	"limit": params.usable.value * capacity,
	"evidence": {"datasets": shown(data_bytes), "checkpoints": shown(checkpoint_bytes), "capacity": capacity},
	"values": {"what": name, "names": names(groups)},
} if {
	capacity := room(groups)
	compare.at_most(data_bytes + checkpoint_bytes, params.usable.value * capacity)
} else := {
	"outcome": "fail",
	"level": form.level,
	"message": form.message,
	"help": advice.help,
	"path": ["storage", groups[0].name],
	"observed": data_bytes + checkpoint_bytes,
	"limit": form.limit,
	"fix": [{"path": ["storage", groups[0].name, advice.attribute], "value": advice.value, "unit": advice.unit}],
	"evidence": {
		"datasets": shown(data_bytes),
		"checkpoints": shown(checkpoint_bytes),
		"capacity": capacity,
		"needed": needed,
	},
	"values": {"what": name, "names": names(groups), "drives": advice.value},
} if {
	capacity := room(groups)
	needed := (data_bytes + checkpoint_bytes) / params.usable.value
	form := over(data_bytes + checkpoint_bytes, capacity)
	first := groups[0]
	advice := more(first, needed - (capacity - (first.count * first.size_bytes)))
}

room(groups) := sum([bytes |
	some group in groups
	bytes := group.count * group.size_bytes
])

over(bytes, capacity) := {"level": "error", "message": "fail", "limit": capacity} if {
	not compare.at_most(bytes, capacity)
} else := {"level": "warning", "message": "fail_full", "limit": params.usable.value * capacity}

# more is what the first group of the places must have.
more(group, bytes) := {
	"help": "fail_shared",
	"attribute": "size",
	"value": bytes / group.count,
	"unit": "bytes",
} if {
	group.kind == "shared"
} else := {
	"help": "fail_drives",
	"attribute": "count",
	"value": ceil(bytes / group.size_bytes),
	"unit": "count",
}

shown(bytes) := bytes if {
	bytes > 0
} else := null

names(groups) := concat(" and ", [group.name | some group in groups])
