# METADATA
# title: Amounts without a currency
# description: A budget that gives amounts says in which currency they are.
# related_resources:
# - description: codes of currencies
#   ref: https://www.iso.org/iso-4217-currency-codes.html
# schemas:
# - input: schema.input
# custom:
#   levels: [note]
#   applies_to: servers with a budget
#   since: 0.1.0
#   units: {total: money}
#   messages:
#     pass: the budget is in {currency}
#     fail: "the budget of {total} a node has no currency"
#     skipped: the server has no budget
#     skipped_empty: the budget gives no amounts
#   helps:
#     fail: "Write the currency as its code of three capitals, such as currency = \"USD\"."
package rackvet.rules.budget.currency

results contains judgement

judgement := {"outcome": "skipped", "level": "note", "path": []} if {
	not input.budget
} else := {
	"outcome": "pass",
	"level": "note",
	"path": ["budget", "currency"],
	"values": {"currency": input.budget.currency},
} if {
	input.budget.currency
} else := {"outcome": "skipped", "level": "note", "message": "skipped_empty", "path": ["budget"]} if {
	input.budget.total == 0
} else := {
	"outcome": "fail",
	"level": "note",
	"path": ["budget"],
	"values": {"total": input.budget.total},
}
