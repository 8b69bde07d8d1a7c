# METADATA
# title: Budget that can't be judged
# description: |
#   A budget gives the money for GPUs, memory and storage, of which budget/split
#   makes its shares, and is more than 0 in all.
# related_resources:
# - description: cost of AI training systems by part
#   ref: https://github.com/epoch-research/training-cost-trends
# schemas:
# - input: schema.input
# custom:
#   levels: [note]
#   applies_to: servers with a budget
#   since: 0.1.0
#   messages:
#     pass: the budget gives the money for GPUs, memory and storage
#     fail: the budget gives nothing for {parts}, and its split can't be judged without
#     fail_rest: the budget gives nothing for {parts}, and their share can't be judged
#     fail_zero: the budget is 0 in all, and its split can't be judged
#     skipped: the server has no budget
#   helps:
#     fail: Write what {parts} of one node cost, 0 where the price is in another amount.
#     fail_zero: Write what the parts of one node cost, or leave the budget out.
package rackvet.rules.budget.missing

results contains judgement

judgement := {"outcome": "skipped", "level": "note", "path": []} if {
	not input.budget
} else := {
	"outcome": "fail",
	"level": "note",
	"message": form,
	"help": "fail",
	"path": ["budget"],
	"values": {"parts": concat(" and ", missing)},
} if {
	missing[0]
} else := {
	"outcome": "fail",
	"level": "note",
	"message": "fail_zero",
	"help": "fail_zero",
	"path": ["budget"],
} if {
	input.budget.total == 0
} else := {"outcome": "pass", "level": "note", "path": ["budget"]}

# form is what is lost: next to a rest as one sum the other share can be told.
form := "fail_rest" if {
	input.budget.other > 0
} else := "fail"

missing := [name |
	some part, name in {"gpu": "GPUs", "memory": "memory", "storage": "storage"}
	not input.budget[part]
]
