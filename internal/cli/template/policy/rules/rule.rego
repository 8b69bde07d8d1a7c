# METADATA
# title: Watts of a node's GPUs
# description: |
#   The GPUs of a node take no more than the place that it goes to can cool.
# related_resources:
# - description: the page of this rule
#   ref: README.md
# schemas:
# - input: schema.input
# custom:
#   levels: [error]
#   unit: watts
#   bound: max
#   applies_to: all servers
#   since: 0.1.0
#   params:
#     most: {value: 3000, unit: watts, source: what a place in our racks is cooled for, strength: M}
#   evidence:
#   - {name: gpus, unit: count, path: [gpu, count]}
#   - {name: each, unit: watts, path: [gpu, power_limit]}
#   units: {cap: watts}
#   messages:
#     pass: "the GPUs of a node take {observed}, {margin} less than the {limit} that are cooled"
#     fail: "the GPUs of a node take {observed}, more than the {limit} that are cooled"
#     undecided: what the GPUs take is not known
#   helps:
#     fail: Give the node fewer GPUs or smaller ones, or cap each at {cap} by gpu.power_limit.
#     undecided: Name a GPU of the catalogue by its id, or write gpu.power_limit.
package rackvet.rules["<<.Category>>"]["<<.Name>>"]

params := data.rackvet.params["<<.ID>>"]

results contains judgement

judgement := {"outcome": "undecided", "level": "error", "path": ["gpu", "model"]} if {
	not each
} else := {
	"outcome": "pass",
	"level": "error",
	"path": ["gpu", "count"],
	"observed": watts,
	"limit": params.most.value,
	"evidence": {"gpus": input.gpu.count, "each": each},
} if {
	watts <= params.most.value
} else := {
	"outcome": "fail",
	"level": "error",
	"path": ["gpu", "count"],
	"observed": watts,
	"limit": params.most.value,
	"evidence": {"gpus": input.gpu.count, "each": each},
	"values": {"cap": floor(params.most.value / input.gpu.count)},
}

watts := input.gpu.count * each

# each is what one GPU takes: what the spec caps it at, or else its maker's figure. It
# has no value where neither is known, and the rule says so: one that gives no result
# is a defect.
each := input.gpu.power_limit_watts if {
	input.gpu.power_limit_watts
} else := input.gpu.tdp_watts
