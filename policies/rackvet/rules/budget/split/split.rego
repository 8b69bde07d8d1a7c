# METADATA
# title: How a node's money is split
# description: |
#   The share of a node's budget that goes into GPUs, and that which goes into
#   memory and storage, held against the bands of the rule of thumb. The base is
#   one node: a site, with its building and network, has other shares.
# related_resources:
# - description: cost of AI training systems by part
#   ref: https://github.com/epoch-research/training-cost-trends
# schemas:
# - input: schema.input
# custom:
#   levels: [warning, note]
#   unit: fraction
#   applies_to: servers with a budget
#   since: 0.1.0
#   messages:
#     pass: "{what} take {observed} of a node's {total}{currency}, {side} {limit}"
#     fail: "{what} take {observed} of a node's {total}{currency}, and should take {side} {limit}"
#     undecided: "the split of a node's budget can't be judged: {reason}"
#     skipped: the server has no budget
#   helps:
#     fail: Of {total}{currency} for a node, {what} would take {least} to {most}. A share off the band is no fault by itself; be able to say what it is for.
#     undecided: Give GPU, memory and storage of the budget, for one node.
package rackvet.rules.budget.split

import data.rackvet.lib.compare

params := data.rackvet.params["budget/split"]

results contains {"outcome": "skipped", "level": "warning", "path": []} if {
	not input.budget
}

results contains {
	"outcome": "undecided",
	"level": "warning",
	"path": ["budget"],
	"values": {"reason": reason},
} if {
	reason
}

results contains {
	"outcome": outcomes[level],
	"level": worst[level],
	"path": ["budget", "gpu"],
	"observed": share,
	"limit": near.limit,
	"unit": "fraction",
	"bound": near.bound,
	"evidence": [
		{"name": "gpu", "value": input.budget.gpu, "unit": "money", "path": ["budget", "gpu"]},
		{"name": "total", "value": input.budget.total, "unit": "money", "path": ["budget"]},
		{"name": "least", "value": params.gpu_low.value * input.budget.total, "unit": "money", "formula": "{gpu_low} of the total"},
		{"name": "most", "value": params.gpu_high.value * input.budget.total, "unit": "money", "formula": "{gpu_high} of the total"},
	],
	"values": {"what": "GPUs", "side": near.side, "currency": currency},
} if {
	judged
	share := input.budget.gpu / input.budget.total
	near := nearer(share, params.gpu_low.value, params.gpu_high.value)
	level := distance(share, params.gpu_low.value, params.gpu_high.value)
}

results contains {
	"outcome": outcomes[level],
	"level": worst[level],
	"path": ["budget", "memory"],
	"observed": share,
	"limit": near.limit,
	"unit": "fraction",
	"bound": near.bound,
	"evidence": [
		{"name": "memory", "value": input.budget.memory, "unit": "money", "path": ["budget", "memory"]},
		{"name": "storage", "value": input.budget.storage, "unit": "money", "path": ["budget", "storage"]},
		{"name": "total", "value": input.budget.total, "unit": "money", "path": ["budget"]},
		{"name": "least", "value": low * input.budget.total, "unit": "money", "formula": "{memory_storage_low} of the total"},
		{"name": "most", "value": high * input.budget.total, "unit": "money", "formula": "{memory_storage_high} of the total"},
	],
	"values": {"what": "memory and storage", "side": near.side, "currency": currency},
} if {
	judged
	low := params.memory_storage_low.value
	high := params.memory_storage_high.value
	share := (input.budget.memory + input.budget.storage) / input.budget.total
	near := nearer(share, low, high)
	level := distance(share, low, high)
}

# judged is a budget that gives what the shares are made of.
judged if {
	input.budget.total > 0
	not incomplete
}

incomplete if {
	some name in ["gpu", "memory", "storage"]
	not input.budget[name]
}

reason := concat(" ", ["it gives nothing for", concat(" and ", missing)]) if {
	input.budget
	incomplete
} else := "it is 0 in all" if {
	input.budget.total <= 0
}

missing := [name |
	some name in ["gpu", "memory", "storage"]
	not input.budget[name]
]

# distance is how far a share is from its band.
distance(share, low, high) := "inside" if {
	compare.at_least(share, low)
	compare.at_most(share, high)
} else := "outside" if {
	compare.at_least(share, low - params.tolerance.value)
	compare.at_most(share, high + params.tolerance.value)
} else := "far"

outcomes := {"inside": "pass", "outside": "fail", "far": "fail"}

worst := {"inside": "warning", "outside": "note", "far": "warning"}

# nearer is the end of the band that a share is nearer to.
nearer(share, low, high) := {"limit": low, "bound": "min", "side": "at least"} if {
	share - low < high - share
} else := {"limit": high, "bound": "max", "side": "at most"}

# currency follows an amount, with its blank; none where none is written.
currency := concat(" ", ["", input.budget.currency]) if {
	input.budget.currency
} else := ""
