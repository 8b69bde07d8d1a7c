# METADATA
# title: What a GPU may cost
# description: Above it purchasing asks for another offer.
# schemas:
# - input: schema.input
# custom:
#   levels: [warning]
#   unit: money
#   bound: max
#   applies_to: servers with a budget
#   since: 1.0.0
#   params:
#     most: {value: 30000, unit: money, source: the price list of spring, strength: M}
#   messages:
#     pass: "a GPU costs {observed}, {margin} below {limit}"
#     fail: "a GPU costs {observed}, above {limit}"
#     skipped: there is no budget
#   helps:
#     fail: Ask for another offer.
package rackvet.rules.acme["price-of-gpu"]

import data.acme.money

params := data.rackvet.params["acme/price-of-gpu"]

results contains {
	"outcome": outcome,
	"level": "warning",
	"path": ["budget", "gpu"],
	"observed": price,
	"limit": params.most.value,
} if {
	price := money.per_gpu(input.budget.gpu, input.gpu.count)
	outcome := {true: "pass", false: "fail"}[price <= params.most.value]
}

results contains {"outcome": "skipped", "level": "warning", "path": []} if {
	not input.budget.gpu
}
