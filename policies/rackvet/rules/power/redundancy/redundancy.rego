# METADATA
# title: Redundancy that the supplies make up
# description: |
#   The supplies that a redundancy counts, needed and spare, are those that the
#   server has. Whether the needed ones carry the build is the matter of
#   power/supply.
# related_resources:
# - description: supplies and redundancy of DGX systems
#   ref: https://docs.nvidia.com/dgx/dgxh100-user-guide/introduction-to-dgxh100.html
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning]
#   figures: [platform.power]
#   unit: count
#   applies_to: servers whose power supplies have a redundancy
#   since: 0.1.0
#   units: {needed: count, spare: count, left: count}
#   messages:
#     pass: of {observed} power supplies {spare} may fail
#     pass_none: of {observed} power supplies none may fail, as redundancy {needed}+{spare} says
#     fail: redundancy {needed}+{spare} counts {limit} power supplies, more than the server's {observed}
#     fail_more: redundancy {needed}+{spare} counts {limit} power supplies, fewer than the server's {observed}
#     skipped: the server says nothing of power supplies
#     skipped_unwritten: the spec does not say which power supplies are spare
#   helps:
#     fail: Order {limit} supplies, or write a redundancy that counts {observed}.
#     fail_more: "Write a redundancy of {needed}+{left} if the others are spare, or order {limit} supplies."
package rackvet.rules.power.redundancy

import data.rackvet.lib.power

results contains judgement

judgement := {"outcome": "skipped", "level": "error", "path": []} if {
	not input.power
} else := {
	"outcome": "skipped",
	"level": "error",
	"message": "skipped_unwritten",
	"path": ["power", "supplies"],
} if {
	not input.power.needed
} else := {
	"outcome": "fail",
	"level": "error",
	"path": ["power", "redundancy"],
	"related": [{"path": ["power", "supplies"], "message": "the supplies"}],
	"observed": input.power.supplies,
	"limit": counted,
	"bound": "min",
	"values": {"needed": input.power.needed, "spare": input.power.spare},
	"fix": [{"path": ["power", "supplies"], "value": counted}],
} if {
	input.power.supplies < counted
} else := {
	"outcome": "fail",
	"level": "warning",
	"message": "fail_more",
	"help": "fail_more",
	"path": ["power", "redundancy"],
	"related": [{"path": ["power", "supplies"], "message": "the supplies"}],
	"observed": input.power.supplies,
	"limit": counted,
	"bound": "max",
	"values": {"needed": input.power.needed, "spare": input.power.spare, "left": left},
	"fix": [{"path": ["power", "redundancy"], "value": power.redundancy(input.power.needed, left)}],
} if {
	input.power.supplies > counted
	left := input.power.supplies - input.power.needed
} else := {
	"outcome": "pass",
	"level": "error",
	"message": "pass_none",
	"path": ["power", "redundancy"],
	"observed": input.power.supplies,
	"limit": counted,
	"bound": "min",
	"values": {"needed": input.power.needed, "spare": input.power.spare},
} if {
	input.power.spare == 0
} else := {
	"outcome": "pass",
	"level": "error",
	"path": ["power", "redundancy"],
	"observed": input.power.supplies,
	"limit": counted,
	"bound": "min",
	"values": {"needed": input.power.needed, "spare": input.power.spare},
}

counted := input.power.needed + input.power.spare
