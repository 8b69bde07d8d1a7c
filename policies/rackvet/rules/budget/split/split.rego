# METADATA
# title: How a node's money is split
# description: |
#   The share of a node's budget that goes into GPUs, and that which goes into
#   memory and storage, held against the bands of the rule of thumb. The base is
#   one node: a site, with its building and network, has other shares. Boards of
#   GPUs, which have what joins them too, may take more.
# related_resources:
# - description: cost of AI training systems by part
#   ref: https://github.com/epoch-research/training-cost-trends
# schemas:
# - input: schema.input
# custom:
#   levels: [warning, note]
#   figures: [platform.gpu.model]
#   unit: fraction
#   applies_to: servers with a budget
#   since: 0.1.0
#   evidence:
#   - {name: gpu, unit: money, path: [budget, gpu]}
#   - {name: memory, unit: money, path: [budget, memory]}
#   - {name: storage, unit: money, path: [budget, storage]}
#   - {name: total, unit: money, path: [budget]}
#   - {name: least, unit: money, formula: "{low} of the total"}
#   - {name: most, unit: money, formula: "{high} of the total"}
#   units: {low: fraction, high: fraction}
#   messages:
#     pass: "{what} take {observed} of a node's {total}{currency}, {bound} {limit}"
#     fail: "{what} take {observed} of a node's money, and should take {bound} {limit}"
#     undecided: "the split of a node's budget can't be judged: {reason}"
#     skipped: the server has no budget
#   helps:
#     fail: Of {total}{currency} for a node, {what} would take {least} to {most}. A share off the band is no fault by itself; be able to say what it is for.
#     undecided: Give GPU, memory and storage of the budget, for one node, or what is left of it as other.
package rackvet.rules.budget.split

import data.rackvet.lib.compare

params := data.rackvet.params["budget/split"]

results contains {"outcome": "skipped", "level": "warning", "path": []} if not input.budget

results contains {
	"outcome": "undecided",
	"level": "warning",
	"path": ["budget"],
	"values": {"reason": reason},
} if {
	input.budget
	not judged
}

results contains {
	"outcome": near.outcome,
	"level": near.level,
	"path": ["budget", "gpu"],
	"observed": share,
	"limit": near.limit,
	"bound": near.bound,
	"evidence": {
		"gpu": input.budget.gpu,
		"total": input.budget.total,
		"least": params.gpu_low.value * input.budget.total,
		"most": most * input.budget.total,
	},
	"values": {
		"what": "GPUs",
		"currency": currency,
		"low": params.gpu_low.value,
		"high": most,
	},
} if {
	whole
	share := input.budget.gpu / input.budget.total
	near := nearer(share, params.gpu_low.value, most)
}

results contains {
	"outcome": near.outcome,
	"level": near.level,
	"path": ["budget", "memory"],
	"observed": share,
	"limit": near.limit,
	"bound": near.bound,
	"evidence": {
		"memory": input.budget.memory,
		"storage": input.budget.storage,
		"total": input.budget.total,
		"least": params.memory_storage_low.value * input.budget.total,
		"most": params.memory_storage_high.value * input.budget.total,
	},
	"values": {
		"what": "memory and storage",
		"currency": currency,
		"low": params.memory_storage_low.value,
		"high": params.memory_storage_high.value,
	},
} if {
	whole
	share := (input.budget.memory + input.budget.storage) / input.budget.total
	near := nearer(share, params.memory_storage_low.value, params.memory_storage_high.value)
}

# most is what GPUs may take: those on a board come with switches and the board.
most := params.gpu_high_board.value if {
	input.gpu.form_factor in {"sxm", "oam", "board"}
} else := params.gpu_high.value

# whole is a budget whose total is that of a node: it gives every part that the
# shares are made of, or the rest as one sum.
whole if {
	input.budget.total > 0
	input.budget.gpu
	input.budget.memory
	input.budget.storage
}

whole if {
	input.budget.total > 0
	input.budget.other > 0
}

# judged is a budget of which one share can be told at least.
judged if {
	whole
	input.budget.gpu
}

judged if {
	whole
	input.budget.memory
	input.budget.storage
}

reason := "it is 0 in all" if {
	count(missing) == 0
} else := concat(" ", ["it gives nothing for", concat(" and ", missing)])

missing := [name |
	some name in ["gpu", "memory", "storage"]
	not input.budget[name]
]

# nearer is the end of the band that a share is off, or else nearer to.
nearer(share, low, high) := {"outcome": "fail", "level": below(share, low), "limit": low, "bound": "min"} if {
	not compare.at_least(share, low)
} else := {"outcome": "fail", "level": above(share, high), "limit": high, "bound": "max"} if {
	not compare.at_most(share, high)
} else := {"outcome": "pass", "level": "warning", "limit": low, "bound": "min"} if {
	share - low < high - share
} else := {"outcome": "pass", "level": "warning", "limit": high, "bound": "max"}

# below and above are how much a share off its band matters.
below(share, low) := "note" if {
	compare.at_least(share, low - params.tolerance.value)
} else := "warning"

above(share, high) := "note" if {
	compare.at_most(share, high + params.tolerance.value)
} else := "warning"

# currency follows an amount, with its blank; none where none is written.
currency := concat(" ", ["", input.budget.currency]) if {
	input.budget.currency
} else := ""
