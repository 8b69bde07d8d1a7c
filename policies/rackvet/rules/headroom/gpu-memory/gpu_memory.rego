# METADATA
# title: Headroom in GPU memory
# description: |
#   What the fullest GPU must hold at once, held against what may be taken of
#   it: with its reserve against 95 % of usable memory or the engine's
#   utilization if less, without its reserve against 80 %.
# related_resources:
# - description: gpu_memory_utilization of vLLM
#   ref: https://docs.vllm.ai/en/latest/configuration/conserving_memory.html
# - description: memory of a GPU process
#   ref: https://github.com/stas00/ml-engineering/tree/master/training/performance
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning]
#   unit: bytes
#   bound: max
#   applies_to: servers with workloads
#   since: 0.1.0
#   messages:
#     pass: the fullest GPU holds {observed} of at most {limit} ({basis}), {margin} left
#     fail: the fullest GPU must hold {observed}, above {limit} ({basis})
#     fail_least: the fullest GPU must hold at least {observed}, above {limit} ({basis}); its whole demand is not known
#     fail_tight: the fullest GPU must hold {observed} without its reserve, above {limit} ({basis})
#     fail_unplaced: "tasks that find no GPU with room: {unplaced}, with {usable_memory} usable on each"
#     undecided: the fullest GPU must hold {low} to {high}, around the limit of {limit} ({basis})
#     undecided_tight: the fullest GPU must hold {low} to {high} without its reserve, around {limit} ({basis})
#     undecided_demand: "demand on GPU memory can't be held against the {room} of each GPU ({basis}): {reason}"
#     undecided_gpu: demand on GPU memory can't be judged, since the memory of {gpu} is not known
#     skipped: the server has no workloads
#   helps:
#     fail: Take at least {over} off each GPU, or choose GPUs with at least {memory_needed} of usable memory.
#     fail_unplaced: Run fewer tasks at once, or add GPUs; headroom/task-reserve says how many tasks there is room for.
#     straddles: It fits for certain on GPUs with at least {memory_needed} of usable memory.
#     undecided_gpu: Name a GPU of the catalogue by its id, or describe it in a part block.
package rackvet.rules.headroom["gpu-memory"]

import data.rackvet.lib.compare
import data.rackvet.lib.place
import data.rackvet.lib.text

params := data.rackvet.params["headroom/gpu-memory"]

results contains {"outcome": "skipped", "level": "error", "path": []} if {
	count(input.turns) == 0
}

results contains {
	"outcome": "undecided",
	"level": "error",
	"message": "undecided_gpu",
	"help": "undecided_gpu",
	"path": turn.path,
	"related": [{"path": model_path, "message": "the GPU in question"}],
	"values": {"gpu": input.gpu.written},
} if {
	not input.gpu.usable_bytes
	some turn in input.turns
}

# Tasks that find no card are too many, whatever the cards hold besides.
results contains {
	"outcome": "fail",
	"level": "error",
	"message": "fail_unplaced",
	"help": "fail_unplaced",
	"path": turn.path,
	"evidence": array.concat(parts[i], [
		usable_memory,
		{"name": "unplaced", "value": turn.unplaced, "unit": "count"},
	]),
} if {
	some i, turn in input.turns
	turn.unplaced > 0
}

# The demand is not known, and what is known of it is not too much by itself.
results contains {
	"outcome": "undecided",
	"level": "error",
	"message": "undecided_demand",
	"path": turn.path,
	"evidence": array.concat(parts[i], [room(share[i])]),
	"values": {
		"basis": basis(share[i]),
		"reason": object.get(turn, "missing", "it is not known"),
	},
} if {
	some i, turn in input.turns
	turn.unplaced == 0
	not turn.worst_bytes
	least := object.get(turn, "worst_low_bytes", 0)
	compare.at_most(least, share[i] * input.gpu.usable_bytes)
}

# The demand is not known, but what is known of it is too much already.
results contains {
	"outcome": "fail",
	"level": "error",
	"message": "fail_least",
	"path": turn.path,
	"observed": turn.worst_low_bytes,
	"limit": limit,
	"unit": "bytes",
	"bound": "max",
	"evidence": array.concat(array.concat(parts[i], [usable_memory]), relief(turn.worst_low_bytes - limit, turn.worst_low_bytes / share[i])),
	"values": {"basis": basis(share[i])},
} if {
	some i, turn in input.turns
	turn.unplaced == 0
	not turn.worst_bytes
	limit := share[i] * input.gpu.usable_bytes
	not compare.at_most(turn.worst_low_bytes, limit)
}

# The demand is known: first with its reserve against the limit, …
results contains {
	"outcome": outcomes[full[i].side],
	"level": "error",
	"help": helps[full[i].side],
	"path": turn.path,
	"observed": turn.worst_bytes,
	"limit": full[i].limit,
	"unit": "bytes",
	"bound": "max",
	"evidence": array.concat(parts[i], evidence(i, full[i])),
	"values": {"basis": basis(share[i])},
} if {
	some i, turn in input.turns
	full[i].side != "within"
}

# … then, if that holds, without it against the lower one, …
results contains {
	"outcome": outcomes[bare[i].side],
	"level": "warning",
	"message": concat("_", [outcomes[bare[i].side], "tight"]),
	"help": helps[bare[i].side],
	"path": turn.path,
	"observed": turn.worst_bytes - reserve[i],
	"limit": bare[i].limit,
	"unit": "bytes",
	"bound": "max",
	"evidence": array.concat(parts[i], evidence(i, bare[i])),
	"values": {"basis": basis(tight_share[i])},
} if {
	some i, turn in input.turns
	full[i].side == "within"
	bare[i].side != "within"
}

# … and both hold.
results contains {
	"outcome": "pass",
	"level": "error",
	"path": turn.path,
	"observed": turn.worst_bytes,
	"limit": full[i].limit,
	"unit": "bytes",
	"bound": "max",
	"evidence": array.concat(parts[i], ends(full[i])),
	"values": {"basis": basis(share[i])},
} if {
	some i, turn in input.turns
	full[i].side == "within"
	bare[i].side == "within"
}

outcomes := {"over": "fail", "straddles": "undecided"}

helps := {"over": "fail", "straddles": "straddles"}

model_path := place.of(input.server.written, ["gpu", "model"])

# share is what may be taken of a GPU; an engine that is told less takes less.
share[i] := min([params.limit.value, object.get(turn, "utilization", 1)]) if some i, turn in input.turns

# tight_share is what may be taken before the reserve. The reports behind it
# come from engines at their default utilization, so it shrinks with one that is
# set lower. Figures that are exact need no room for error: there the reserve's
# limit is enough.
tight_share[i] := share[i] if {
	some i, turn in input.turns
	turn.confidence == "exact"
}

tight_share[i] := min([params.warning.value, scaled]) if {
	some i, turn in input.turns
	turn.confidence != "exact"
	scaled := (params.warning.value * object.get(turn, "utilization", 1)) / params.engine_reference.value
}

reserve[i] := object.get(turn, "worst_reserve_bytes", 0) if some i, turn in input.turns

# full is the load of the fullest GPU with its reserve, and where it lies.
full[i] := {"low": low, "high": high, "limit": limit, "side": compare.side(low, high, limit)} if {
	some i, turn in input.turns
	turn.unplaced == 0
	low := object.get(turn, "worst_low_bytes", turn.worst_bytes)
	high := object.get(turn, "worst_high_bytes", turn.worst_bytes)
	limit := share[i] * input.gpu.usable_bytes
}

# bare is the same without the reserve.
bare[i] := {"low": low, "high": high, "limit": limit, "side": compare.side(low, high, limit)} if {
	some i, load in full
	low := load.low - reserve[i]
	high := load.high - reserve[i]
	limit := tight_share[i] * input.gpu.usable_bytes
}

# evidence is what a result that is no pass shows of turn i: how far the figure
# may be off, and what would put its upper end inside both limits.
evidence(i, load) := array.concat(ends(load), relief(over, needed)) if {
	over := max([full[i].high - full[i].limit, bare[i].high - bare[i].limit])
	needed := max([full[i].high / share[i], bare[i].high / tight_share[i]])
}

ends(load) := [usable_memory] if {
	load.low == load.high
} else := [
	usable_memory,
	{"name": "low", "value": load.low, "unit": "bytes"},
	{"name": "high", "value": load.high, "unit": "bytes"},
]

relief(over, needed) := [
	{"name": "over", "value": over, "unit": "bytes"},
	{"name": "memory_needed", "value": needed, "unit": "bytes"},
]

room(of) := {
	"name": "room",
	"value": of * input.gpu.usable_bytes,
	"unit": "bytes",
	"path": model_path,
	"formula": concat(" of ", [text.percent(of), text.gib(input.gpu.usable_bytes)]),
}

usable_memory := {
	"name": "usable_memory",
	"value": input.gpu.usable_bytes,
	"unit": "bytes",
	"path": model_path,
}

basis(of) := concat(" of ", [text.percent(of), memory_word])

memory_word := "usable memory" if {
	input.gpu.usable_confirmed
} else := "nominal memory"

# parts is what makes up a turn: a workload's components, or the workloads.
parts[i] := array.concat(components, loads) if {
	some i, turn in input.turns
	components := [part |
		some workload in input.workloads
		workload.path == turn.path
		some component in workload.gpu.components
		part := {
			"name": component.name,
			"value": component.bytes,
			"unit": "bytes",
			"path": workload.path,
			"formula": component.formula,
		}
	]
	loads := [part |
		count(turn.workloads) > 1
		some workload in input.workloads
		part := {
			"name": concat(" ", [workload.kind, workload.name]),
			"value": workload.gpu.bytes,
			"unit": "bytes",
			"path": workload.path,
		}
	]
}
