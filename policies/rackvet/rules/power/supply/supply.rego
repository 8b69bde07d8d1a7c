# METADATA
# title: Power supplies that carry the build
# description: |
#   What the build takes under full load, held against what its power supplies
#   give without the spare ones. What it takes is the vendor's figure where the
#   GPUs are a platform's. Else GPU modules are counted with their share of the
#   node, and cards with the CPUs, ports, drives and fans beside them. A cap on
#   the GPUs counts.
# related_resources:
# - description: power of DGX systems
#   ref: https://docs.nvidia.com/dgx/dgxh100-user-guide/introduction-to-dgxh100.html
# - description: two cards of 250 W reboot on a supply of 850 W and run on 1300 W
#   ref: https://github.com/tensorflow/tensorflow/issues/8858
# - description: seven cards of 450 W on four supplies of 1000 W
#   ref: https://www.mov-axbx.com/wopr/wopr_power.html
# - description: four cards capped at 300 W take 1580 W of a supply of 1600 W
#   ref: https://www.thefpsreview.com/2020/10/22/puget-systems-tests-four-blower-style-geforce-rtx-3090-cards-in-a-single-workstation-1717-watt-peak-power-draw/
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning]
#   figures: [gpu.tdp, gpu.form_factor, cpu.tdp, platform.power_max, platform.power, platform.gpu.model, platform.gpu.count]
#   unit: watts
#   bound: max
#   applies_to: servers whose power supplies are given
#   since: 0.1.0
#   evidence:
#   - {name: supplies_give, unit: watts, path: [power, supplies], formula: "{carrying} × {rating}"}
#   - {name: platform_power, unit: watts, path: [platform]}
#   - {name: saved_by_the_cap, unit: watts, path: [gpu, power_limit]}
#   - {name: gpu_power, unit: watts, path: [gpu, model], formula: "{gpus} × {gpu_each}"}
#   - {name: cpu_power, unit: watts, path: [cpu, model], formula: "{sockets} × {cpu_each}{of_family}"}
#   - {name: rest_of_the_node, unit: watts, formula: "{rest} of {rest_of}"}
#   - {name: ports_and_drives, unit: watts, formula: "{ports} × {port} + {drives} × {drive}"}
#   units:
#     carrying: count
#     rating: watts
#     gpus: count
#     gpu_each: watts
#     sockets: count
#     cpu_each: watts
#     rest: fraction
#     rest_of: watts
#     ports: count
#     drives: count
#     rating_needed: watts
#     supplies_needed: count
#     carrying_needed: count
#     left: count
#     most: watts
#   messages:
#     pass: "the build takes {observed}, within {full} of the {supplies_give} that {giver}"
#     pass_shipped: the build takes {observed}, within the {limit} of all the supplies that its platform ships with
#     fail: the build takes {observed}, more than the {limit} that {giver}
#     fail_least: the build takes {observed} without its CPUs, more than the {limit} that {giver}
#     fail_small: the build takes {observed} with the smallest processors of {cpu}'s family, more than the {limit} that {giver}
#     fail_small_tight: "the build takes {observed} with the smallest processors of {cpu}'s family, more than {full} of the {supplies_give} that {giver}"
#     fail_tight: "the build takes {observed}, more than {full} of the {supplies_give} that {giver}"
#     undecided: whether the supplies carry the build can't be told, since the power of {gpu} is not known
#     undecided_family: "the build takes {observed} with the smallest processors of {cpu}'s family, and {most} with the largest: the {supplies_give} that {giver} may do"
#     undecided_cpu: whether the supplies carry the build can't be told, since the power of its CPUs is not known
#     skipped: the server says nothing of power supplies
#   helps:
#     fail: "Give each supply {rating_needed} or more, or use {supplies_needed} of {rating}{spares}. A cap on the GPUs (gpu.power_limit) counts too."
#     fail_spare: "It takes {carrying_needed} supplies of {rating} to carry the build: write redundancy {carrying_needed}+{left}, or cap the GPUs (gpu.power_limit)."
#     fail_supplies: "Use {supplies_needed} supplies of {rating}{spares}, or cap the GPUs (gpu.power_limit)."
#     undecided_family: State what one processor takes by cpu.tdp.
package rackvet.rules.power.supply

import data.rackvet.lib.compare
import data.rackvet.lib.places
import data.rackvet.lib.power

params := data.rackvet.params["power/supply"]

results contains judgement

judgement := {"outcome": "skipped", "level": "error", "path": []} if {
	not input.power
} else := {
	"outcome": "undecided",
	"level": "error",
	"path": ["power", "rating"],
	"related": places.gpu,
	"values": {"gpu": input.gpu.written},
} if {
	not power.load
} else := {
	"outcome": "pass",
	"level": "error",
	"message": power.enough.message,
	"path": ["power", "rating"],
	"observed": power.load.most,
	"limit": power.enough.limit,
	"evidence": power.load.evidence,
	"values": power.load.values,
} if {
	power.enough
} else := fail("error", over, power.load.least, power.given) if {
	not compare.at_most(power.load.bare, bearable)
} else := fail("warning", over, power.load.least, power.given) if {
	not compare.at_most(power.load.least, power.given)
} else := fail("warning", tight, power.load.least, power.room) if {
	power.load.certain
	not compare.at_most(power.load.least, power.room)
} else := {
	"outcome": "undecided",
	"level": "warning",
	"message": "undecided_family",
	"help": "undecided_family",
	"path": ["power", "rating"],
	"related": places.cpu,
	"observed": power.load.least,
	"limit": power.room,
	"evidence": power.load.evidence,
	"values": object.union_n([power.load.values, named, {"most": power.load.most}]),
} if {
	power.load.certain
} else := {
	"outcome": "undecided",
	"level": worst,
	"message": "undecided_cpu",
	"path": ["power", "rating"],
	"related": places.cpu,
	"evidence": power.load.evidence,
	"values": power.load.values,
}

# bearable is what may be taken of the supplies: beyond is an error.
bearable := power.given * params.bearable.value

# worst is what would be said of the hungriest CPUs.
worst := "warning" if {
	compare.at_most(power.load.bare_most, bearable)
} else := "error"

over := "fail_least" if {
	not power.load.certain
} else := "fail_small" if {
	power.load.least < power.load.most
} else := "fail"

# named is only of a CPU that the spec or its platform names.
named := {"cpu": input.cpu.written} if {
	input.cpu.written
} else := {}

tight := "fail_small_tight" if {
	power.load.least < power.load.most
} else := "fail_tight"

fail(level, message, observed, limit) := {
	"outcome": "fail",
	"level": level,
	"message": message,
	"help": cure.help,
	"path": ["power", "rating"],
	"observed": observed,
	"limit": limit,
	"evidence": power.load.evidence,
	"values": object.union_n([power.load.values, cure.values, named]),
	"fix": cure.fix,
}

# cure is a higher rating, in steps of 50 W. Where none is made, it is to call fewer
# supplies spare or, where that leaves none, to have more of them.
cure := {
	"help": "fail",
	"values": {"rating_needed": rating_needed, "supplies_needed": carrying_needed + power.spare, "spares": spares},
	"fix": [{"path": ["power", "rating"], "value": rating_needed, "unit": "watts"}],
} if {
	rating_needed <= params.largest.value
} else := {
	"help": "fail_spare",
	"values": {"carrying_needed": carrying_needed, "left": left},
	"fix": [{"path": ["power", "redundancy"], "value": power.redundancy(carrying_needed, left)}],
} if {
	power.spare > 0
	left := input.power.supplies - carrying_needed
	left > 0
} else := {
	"help": "fail_supplies",
	"values": {"supplies_needed": carrying_needed + power.spare, "spares": spares},
	"fix": [
		{"path": ["power", "supplies"], "value": carrying_needed + power.spare},
		{"path": ["power", "redundancy"], "value": power.redundancy(carrying_needed, power.spare)},
	],
}

rating_needed := 50 * ceil((power.load.most / params.full.value) / (50 * power.carrying))

carrying_needed := ceil((power.load.most / params.full.value) / input.power.rating_watts)

spares := concat("", [" with redundancy ", power.redundancy(carrying_needed, power.spare)]) if {
	input.power.needed
} else := ""
