# METADATA
# title: Liquid cooling from the next halls on
# description: The halls that open then have no cooling by air.
# schemas:
# - input: schema.input
# custom:
#   levels: [error]
#   effective_from: 2090-01-01
#   unit: watts
#   bound: max
#   applies_to: all servers
#   since: 1.0.0
#   params:
#     most: {value: 4000, unit: watts, source: the plan of the halls, strength: M}
#   messages:
#     pass: "the GPUs take {observed}, which air can cool"
#     fail: "the GPUs take {observed}, more than the {limit} that air can cool"
#     undecided: what the GPUs take is not known
package rackvet.rules.acme["liquid-cooling"]

params := data.rackvet.params["acme/liquid-cooling"]

results contains {
	"outcome": outcome,
	"level": "error",
	"path": ["gpu", "model"],
	"observed": watts,
	"limit": params.most.value,
} if {
	watts := input.gpu.tdp_watts * input.gpu.count
	outcome := {true: "pass", false: "fail"}[watts <= params.most.value]
}

results contains {"outcome": "undecided", "level": "error", "path": ["gpu", "model"]} if {
	not input.gpu.tdp_watts
}
