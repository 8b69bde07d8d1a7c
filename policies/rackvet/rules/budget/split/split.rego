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
import data.rackvet.lib.text

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
	input.budget
	reason
}

results contains {
	"outcome": outcomes[off],
	"level": levels[off],
	"path": part.path,
	"observed": share,
	"limit": near.limit,
	"unit": "fraction",
	"bound": near.bound,
	"evidence": array.concat(part.of, evidence(part.low, part.high)),
	"values": {"what": part.what, "side": near.side, "currency": currency},
} if {
	not reason
	some part in parts
	share := part.money / input.budget.total
	off := distance(share, part.low, part.high)
	near := nearer(share, part.low, part.high)
}

reason := concat(" ", ["it gives nothing for", concat(" and ", missing)]) if {
	count(missing) > 0
} else := "it is 0 in all" if {
	input.budget.total <= 0
}

missing := array.concat(
	[name | not input.budget.gpu; name := "gpu"],
	array.concat(
		[name | not input.budget.memory; name := "memory"],
		[name | not input.budget.storage; name := "storage"],
	),
)

parts := [
	{
		"what": "GPUs",
		"path": ["budget", "gpu"],
		"money": input.budget.gpu,
		"low": params.gpu_low.value,
		"high": params.gpu_high.value,
		"of": [money("gpu")],
	},
	{
		"what": "memory and storage",
		"path": ["budget", "memory"],
		"money": input.budget.memory + input.budget.storage,
		"low": params.memory_storage_low.value,
		"high": params.memory_storage_high.value,
		"of": [money("memory"), money("storage")],
	},
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

levels := {"inside": "warning", "outside": "note", "far": "warning"}

# nearer is the end of the band that a share is nearer to.
nearer(share, low, high) := {"limit": low, "bound": "min", "side": "at least"} if {
	share - low < high - share
} else := {"limit": high, "bound": "max", "side": "at most"}

evidence(low, high) := [
	{"name": "total", "value": input.budget.total, "unit": "money", "path": ["budget"]},
	{
		"name": "least",
		"value": low * input.budget.total,
		"unit": "money",
		"formula": concat(" of ", [text.percent(low), "the total"]),
	},
	{
		"name": "most",
		"value": high * input.budget.total,
		"unit": "money",
		"formula": concat(" of ", [text.percent(high), "the total"]),
	},
]

money(name) := {
	"name": name,
	"value": input.budget[name],
	"unit": "money",
	"path": ["budget", name],
}

# currency follows an amount, with its blank; none where none is written.
currency := concat(" ", ["", input.budget.currency]) if {
	input.budget.currency
} else := ""
