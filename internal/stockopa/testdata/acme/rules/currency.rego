# METADATA
# title: Budgets in dollars
# description: The company compares offers in one currency, so this stands in for the built-in rule.
# schemas:
# - input: schema.input
# custom:
#   levels: [error]
#   overrides: budget/currency
#   applies_to: servers with a budget
#   since: 1.0.0
#   messages:
#     pass: the budget is in dollars
#     fail: the budget is in no dollars
#     skipped: there is no budget
package rackvet.rules.budget.currency

results contains {"outcome": outcome, "level": "error", "path": ["budget", "currency"]} if {
	outcome := {true: "pass", false: "fail"}[object.get(input.budget, "currency", "") == "USD"]
}

results contains {"outcome": "skipped", "level": "error", "path": []} if not input.budget
