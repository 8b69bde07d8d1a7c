# METADATA
# title: Headroom in GPU memory
# description: |
#   What the fullest GPU must hold at once, held against what may be taken of
#   it: with its reserve against 95 % of usable memory or the engine's
#   utilization if less, without its reserve against 80 %. An engine's pool
#   must leave room for what it takes besides.
# related_resources:
# - description: gpu_memory_utilization of vLLM
#   ref: https://docs.vllm.ai/en/latest/configuration/conserving_memory.html
# - description: memory of a GPU process
#   ref: https://github.com/stas00/ml-engineering/tree/master/training/performance
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning]
#   figures: [gpu.memory, gpu.reported_memory, platform.gpu.model, model.parameters, model.component, model.tower]
#   unit: bytes
#   bound: max
#   applies_to: servers with workloads
#   since: 0.1.0
#   evidence:
#   - {name: usable_memory, unit: bytes, path: [gpu, model]}
#   - {name: waiting, unit: bytes, formula: cache of the requests that may wait for room}
#   - {name: low, unit: bytes}
#   - {name: high, unit: bytes}
#   - {name: room, unit: bytes, formula: "{share} of {usable_memory}"}
#   - {name: over, unit: bytes}
#   - {name: memory_needed, unit: bytes}
#   units: {share: fraction, told: count}
#   messages:
#     pass: the fullest GPU holds {observed} of at most {limit} ({share} of {memory}), {margin} left
#     fail: the fullest GPU must hold {observed}, above {limit} ({share} of {memory})
#     fail_least: the fullest GPU must hold at least {observed}, above {limit} ({share} of {memory}); its whole demand is not known
#     fail_tight: the fullest GPU must hold {observed} without its reserve, above {limit} ({share} of {memory})
#     fail_share: the engine is told to fill {observed} of each GPU, above {limit}
#     fail_beside: the engine leaves {observed} of each GPU outside its pool, and takes at least {limit} there
#     fail_unplaced: "{observed} tasks find no GPU with room"
#     undecided: the fullest GPU must hold about {observed}, too near {limit} ({share} of {memory}) to be told from it
#     undecided_tight: the fullest GPU must hold about {observed} without its reserve, too near {limit} ({share} of {memory}) to be told from it
#     undecided_demand: "demand on GPU memory can't be held against {share} of {memory}: {reason}"
#     undecided_beside: the engine leaves {observed} of each GPU outside its pool, and takes about {limit} there
#     undecided_gpu: demand on GPU memory can't be judged, since the memory of {gpu} is not known
#     skipped: the server has no workloads
#   helps:
#     fail: Take at least {over} off each GPU (rackvet demand says by what), or choose GPUs with at least {memory_needed} of usable memory.
#     share: Set utilization to {told}; activations and CUDA graphs find no room otherwise.
#     beside: Set utilization to {told} or less; the pool has weights and cache, and activations and CUDA graphs lie outside.
#     fail_unplaced: Run fewer tasks at once, or add GPUs; headroom/task-reserve says how many tasks there is room for.
#     straddles: It fits for certain on GPUs with at least {memory_needed} of usable memory.
#     undecided_gpu: Name a GPU of the catalogue by its id, or describe it in a part block.
package rackvet.rules.headroom["gpu-memory"]

import data.rackvet.lib.compare
import data.rackvet.lib.places
import data.rackvet.lib.workloads

params := data.rackvet.params["headroom/gpu-memory"]

results contains {"outcome": "skipped", "level": "error", "path": []} if not input.turns[0]

results contains {
	"outcome": "undecided",
	"level": "error",
	"message": "undecided_gpu",
	"help": "undecided_gpu",
	"path": turn.path,
	"related": places.gpu,
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
	"observed": turn.unplaced,
	"limit": 0,
	"unit": "count",
	"components": workloads.components(turn, "gpu"),
	"evidence": {"usable_memory": input.gpu.usable_bytes},
} if {
	some turn in input.turns
	turn.unplaced > 0
}

results contains partly_known(turn, share(turn)) if {
	some turn in input.turns
	turn.unplaced == 0
	not turn.worst_bytes
}

results contains crowded(workload.pool, workload) if {
	some workload in input.workloads
	workload.pool
	input.gpu.usable_bytes
}

results contains known(turn, low, high, reserve, share(turn)) if {
	some turn in input.turns
	turn.unplaced == 0
	low := object.get(turn, "worst_low_bytes", turn.worst_bytes)
	high := object.get(turn, "worst_high_bytes", turn.worst_bytes)
	reserve := object.get(turn, "worst_reserve_bytes", 0)
}

# known holds a demand that is known against one share with its reserve, and
# against another without.
known(turn, low, high, reserve, full) := {
	"outcome": "pass",
	"level": "error",
	"path": turn.path,
	"observed": turn.worst_bytes,
	"limit": limit,
	"components": workloads.components(turn, "gpu"),
	"evidence": {"usable_memory": input.gpu.usable_bytes, "low": low, "high": high},
	"values": {"share": full, "memory": memory},
} if {
	limit := full * input.gpu.usable_bytes
	compare.at_most(high, limit)
	compare.at_most(high - reserve, tight_share(turn, full) * input.gpu.usable_bytes)
} else := {
	"outcome": verdict.outcome,
	"level": verdict.level,
	"message": verdict.message,
	"help": verdict.help,
	"path": turn.path,
	"observed": turn.worst_bytes - verdict.less,
	"limit": verdict.limit,
	"components": workloads.components(turn, "gpu"),
	"evidence": {
		"usable_memory": input.gpu.usable_bytes,
		"waiting": object.get(turn, "queued_bytes", null),
		"low": low - verdict.less,
		"high": high - verdict.less,
		"over": max([turn.worst_bytes - limit, (turn.worst_bytes - reserve) - tight_limit]),
		"memory_needed": max([high / full, (high - reserve) / tight]),
	},
	"values": {"share": verdict.share, "memory": memory},
} if {
	tight := tight_share(turn, full)
	limit := full * input.gpu.usable_bytes
	tight_limit := tight * input.gpu.usable_bytes
	verdict := exceeding(low, high, reserve, {"share": full, "limit": limit}, {"share": tight, "limit": tight_limit})
}

# exceeding is which share a demand exceeds, surely or maybe.
exceeding(low, high, reserve, full, tight) := {
	"outcome": "fail",
	"level": "error",
	"message": "fail",
	"help": "fail",
	"less": 0,
	"limit": full.limit,
	"share": full.share,
} if {
	not compare.at_most(low, full.limit)
} else := {
	"outcome": "undecided",
	"level": "error",
	"message": "undecided",
	"help": "straddles",
	"less": 0,
	"limit": full.limit,
	"share": full.share,
} if {
	not compare.at_most(high, full.limit)
} else := {
	"outcome": "fail",
	"level": "warning",
	"message": "fail_tight",
	"help": "fail",
	"less": reserve,
	"limit": tight.limit,
	"share": tight.share,
} if {
	not compare.at_most(low - reserve, tight.limit)
} else := {
	"outcome": "undecided",
	"level": "warning",
	"message": "undecided_tight",
	"help": "straddles",
	"less": reserve,
	"limit": tight.limit,
	"share": tight.share,
}

# crowded is a pool that leaves too little beside it. There is none for one that
# leaves enough: how full the GPU is, the turn says.
crowded(pool, workload) := {
	"outcome": "fail",
	"level": "warning",
	"message": "fail_share",
	"help": "share",
	"path": array.concat(workload.path, ["utilization"]),
	"observed": pool.share,
	"limit": params.utilization.value,
	"unit": "fraction",
	"fix": [{
		"path": array.concat(workload.path, ["utilization"]),
		"value": params.utilization.value,
	}],
	"evidence": {"usable_memory": input.gpu.usable_bytes},
	"values": {"told": params.utilization.value},
} if {
	pool.beside_bytes == 0
	not compare.at_most(pool.share, params.utilization.value)
} else := {
	"outcome": verdict.outcome,
	"level": verdict.level,
	"message": verdict.message,
	"help": "beside",
	"path": array.concat(workload.path, ["utilization"]),
	"observed": outside,
	"limit": verdict.limit,
	"bound": "min",
	"fix": [{"path": array.concat(workload.path, ["utilization"]), "value": told}],
	"evidence": {"usable_memory": input.gpu.usable_bytes},
	"values": {"told": told},
} if {
	outside := (1 - pool.share) * input.gpu.usable_bytes
	outside < pool.beside_bytes
	verdict := beside(pool, outside)
	told := floor((100 * (input.gpu.usable_bytes - pool.beside_bytes)) / input.gpu.usable_bytes) / 100
	told > 0
}

beside(pool, outside) := {
	"outcome": "fail",
	"level": "error",
	"message": "fail_beside",
	"limit": pool.beside_low_bytes,
} if {
	outside < pool.beside_low_bytes
} else := {
	"outcome": "undecided",
	"level": "warning",
	"message": "undecided_beside",
	"limit": pool.beside_bytes,
}

# partly_known is a demand that is not known in full. What is known of it may be
# too much already.
partly_known(turn, full) := {
	"outcome": "fail",
	"level": "error",
	"message": "fail_least",
	"path": turn.path,
	"observed": turn.worst_low_bytes,
	"limit": limit,
	"components": workloads.components(turn, "gpu"),
	"evidence": {
		"usable_memory": input.gpu.usable_bytes,
		"over": turn.worst_low_bytes - limit,
		"memory_needed": turn.worst_low_bytes / full,
	},
	"values": {"share": full, "memory": memory},
} if {
	limit := full * input.gpu.usable_bytes
	not compare.at_most(turn.worst_low_bytes, limit)
} else := {
	"outcome": "undecided",
	"level": "error",
	"message": "undecided_demand",
	"path": turn.path,
	"components": workloads.components(turn, "gpu"),
	"evidence": {"usable_memory": input.gpu.usable_bytes, "room": full * input.gpu.usable_bytes},
	"values": {
		"share": full,
		"memory": memory,
		"reason": object.get(turn, "missing", "it is not known"),
	},
}

# share is what may be taken of a GPU; an engine that is told less takes less.
share(turn) := min([params.limit.value, turn.utilization]) if {
	turn.utilization
} else := params.limit.value

# tight_share is what may be taken before the reserve. The reports behind it
# come from engines at their default utilization, so it shrinks with one that is
# set lower. Figures that are exact need no room for error: there the reserve's
# limit is enough.
tight_share(turn, full) := full if {
	turn.confidence == "exact"
} else := min([params.warning.value, scaled]) if {
	scaled := (params.warning.value * turn.utilization) / params.engine_reference.value
} else := params.warning.value

memory := "usable memory" if {
	input.gpu.usable_confirmed
} else := "nominal memory"
