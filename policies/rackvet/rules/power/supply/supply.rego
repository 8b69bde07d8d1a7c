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
#   - {name: cpu_power, unit: watts, path: [cpu, model], formula: "{sockets} × {cpu_each}, the most of the family"}
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
#   messages:
#     pass: "the build takes {observed}, within {full} of the {supplies_give} that {giver}"
#     pass_shipped: the build takes {observed}, within the {limit} of all the supplies that its platform ships with
#     fail: the build takes {observed}, more than the {limit} that {giver}
#     fail_least: the build takes {observed} without its CPUs, more than the {limit} that {giver}
#     fail_tight: "the build takes {observed}, more than {full} of the {supplies_give} that {giver}"
#     undecided: whether the supplies carry the build can't be told, since the power of {gpu} is not known
#     undecided_cpu: whether the supplies carry the build can't be told, since the power of its CPUs is not known
#     skipped: the server says nothing of power supplies
#   helps:
#     fail: "Give each supply {rating_needed} or more, or use {supplies_needed} of {rating}{spares}. A cap on the GPUs (gpu.power_limit) counts too."
#     fail_spare: "It takes {carrying_needed} supplies of {rating} to carry the build: write redundancy {carrying_needed}+{left}, or cap the GPUs (gpu.power_limit)."
#     fail_supplies: "Use {supplies_needed} supplies of {rating}{spares}, or cap the GPUs (gpu.power_limit)."
package rackvet.rules.power.supply

import data.rackvet.lib.compare

params := data.rackvet.params["power/supply"]

results contains judgement

judgement := {"outcome": "skipped", "level": "error", "path": []} if {
	not input.power
} else := {
	"outcome": "undecided",
	"level": "error",
	"path": ["power", "rating"],
	"values": {"gpu": input.gpu.written},
} if {
	not load
} else := {
	"outcome": "pass",
	"level": "error",
	"message": enough.message,
	"path": ["power", "rating"],
	"observed": load.most,
	"limit": enough.limit,
	"evidence": load.evidence,
	"values": load.values,
} if {
	enough
} else := fail("error", over[load.certain], load.least, given) if {
	not compare.at_most(load.bare, bearable)
} else := fail("warning", over[load.certain], load.least, given) if {
	not compare.at_most(load.least, given)
} else := fail("warning", "fail_tight", load.least, room) if {
	load.certain
} else := {
	"outcome": "undecided",
	"level": worst,
	"message": "undecided_cpu",
	"path": ["power", "rating"],
	"evidence": load.evidence,
	"values": load.values,
}

# worst is what would be said of the hungriest CPUs.
worst := "warning" if {
	compare.at_most(load.bare_most, bearable)
} else := "error"

# enough is that the supplies suffice: with room to spare or, if GPUs and supplies
# are the platform's, as its vendor has seen to.
enough := {"message": "pass", "limit": room} if {
	compare.at_most(load.most, room)
} else := {"message": "pass_shipped", "limit": total} if {
	platform_gpus
	not "power" in input.server.written
	total := input.power.supplies * input.power.rating_watts
	compare.at_most(load.most, total)
}

# lacking is the part whose power would have to be known for an answer.
lacking := "gpu" if {
	not load
} else := "cpu" if {
	not load.certain
	not enough
	compare.at_most(load.least, given)
}

over := {true: "fail", false: "fail_least"}

fail(level, message, observed, limit) := {
	"outcome": "fail",
	"level": level,
	"message": message,
	"help": cure.help,
	"path": ["power", "rating"],
	"observed": observed,
	"limit": limit,
	"evidence": load.evidence,
	"values": object.union(load.values, cure.values),
	"fix": cure.fix,
}

# cure is a higher rating, in steps of 50 W. Where none is made, it is to call fewer
# supplies spare or, where that leaves none, to have more of them.
cure := {
	"help": "fail",
	"values": {"rating_needed": rating_needed, "supplies_needed": carrying_needed + spare, "spares": spares},
	"fix": [{"path": ["power", "rating"], "value": rating_needed, "unit": "watts"}],
} if {
	rating_needed <= params.largest.value
} else := {
	"help": "fail_spare",
	"values": {"carrying_needed": carrying_needed, "left": left},
	"fix": [{"path": ["power", "redundancy"], "value": redundancy(carrying_needed, left)}],
} if {
	spare > 0
	left := input.power.supplies - carrying_needed
	left > 0
} else := {
	"help": "fail_supplies",
	"values": {"supplies_needed": carrying_needed + spare, "spares": spares},
	"fix": [
		{"path": ["power", "supplies"], "value": carrying_needed + spare},
		{"path": ["power", "redundancy"], "value": redundancy(carrying_needed, spare)},
	],
}

rating_needed := 50 * ceil((load.most / params.full.value) / (50 * carrying))

carrying_needed := ceil((load.most / params.full.value) / input.power.rating_watts)

spares := ", spare ones included" if {
	spare > 0
} else := ""

redundancy(needed, left) := concat("+", [format_int(needed, 10), format_int(left, 10)])

# load is what the build takes: at least, and at most where its CPUs are not known.
# Bare is what the parts' own limits come to: an error has no other margin in it.
# It is undefined where the power of its GPUs is not known.
load := {
	"bare": input.platform.power_max_watts - saved,
	"bare_most": input.platform.power_max_watts - saved,
	"least": input.platform.power_max_watts - saved,
	"most": input.platform.power_max_watts - saved,
	"certain": true,
	"evidence": {
		"supplies_give": given,
		"platform_power": input.platform.power_max_watts,
		"saved_by_the_cap": unless_zero(saved),
	},
	"values": {"carrying": carrying, "rating": input.power.rating_watts, "giver": giver},
} if {
	input.platform.power_max_watts
	platform_gpus
} else := {
	"bare": gpu_power + beside,
	"bare_most": gpu_power + beside,
	"least": gpu_power + beside,
	"most": gpu_power + beside,
	"certain": true,
	"evidence": {"supplies_give": given, "gpu_power": gpu_power, "rest_of_the_node": beside},
	"values": {
		"carrying": carrying,
		"rating": input.power.rating_watts,
		"giver": giver,
		"gpus": input.gpu.count,
		"gpu_each": gpu_each,
		"rest": rests[input.gpu.form_factor],
		"rest_of": input.gpu.count * gpu_own,
	},
} if {
	beside := (rests[input.gpu.form_factor] * input.gpu.count) * gpu_own
} else := {
	"bare": (gpu_power + cpu_power) + small_parts,
	"bare_most": (gpu_power + cpu_power_most) + small_parts,
	"least": with_rest(gpu_power + cpu_power),
	"most": with_rest(gpu_power + cpu_power_most),
	"certain": cpu_power > 0,
	"evidence": {
		"supplies_give": given,
		"gpu_power": gpu_power,
		"cpu_power": unless_zero(cpu_power),
		"rest_of_the_node": params.card_rest.value * (gpu_power + cpu_power),
		"ports_and_drives": unless_zero(small_parts),
	},
	"values": {
		"carrying": carrying,
		"rating": input.power.rating_watts,
		"giver": giver,
		"gpus": input.gpu.count,
		"gpu_each": gpu_each,
		"sockets": input.cpu.sockets,
		"cpu_each": cpu_power / input.cpu.sockets,
		"rest": params.card_rest.value,
		"rest_of": gpu_power + cpu_power,
		"ports": ports,
		"drives": drives,
	},
}

# platform_gpus is that the GPUs are those of the platform, capped or not.
platform_gpus if {
	input.gpu.id == input.platform.gpu_id
	input.gpu.count == input.platform.gpu_count
}

# saved is what a cap takes off the platform's figure.
saved := input.gpu.count * (input.gpu.tdp_watts - input.gpu.power_limit_watts) if {
	input.gpu.power_limit_watts
} else := 0

gpu_power := input.gpu.count * gpu_each

gpu_each := input.gpu.power_limit_watts if {
	input.gpu.power_limit_watts
} else := input.gpu.tdp_watts

# gpu_own is what one GPU takes without a cap: the rest of the node is laid out for
# that.
gpu_own := input.gpu.tdp_watts if {
	input.gpu.tdp_watts
} else := input.gpu.power_limit_watts

# rests is the rest of a node, as a share of its GPUs, by their form. Where the CPU
# is part of the module, its power is in both.
rests := {
	"sxm": params.module_rest.value,
	"oam": params.module_rest.value,
	"mezzanine": params.module_rest.value,
	"board": params.module_rest.value,
	"superchip": params.package_rest.value,
	"socket": params.package_rest.value,
	"soc": params.package_rest.value,
}

# cpu_power is 0 where it is not known.
cpu_power := input.cpu.sockets * input.cpu.tdp_watts if {
	input.cpu.tdp_watts
} else := 0

cpu_power_most := cpu_power if {
	cpu_power > 0
} else := input.cpu.sockets * params.cpu_most.value

with_rest(watts) := (watts + (params.card_rest.value * watts)) + small_parts

small_parts := (ports * params.port.value) + (drives * params.drive.value)

ports := sum([n.ports | some n in input.network])

drives := sum([s.count | some s in input.storage; s.kind != "shared"])

# given is what the supplies give that carry the build, the spare ones left out. Of it
# may be taken room, so that peaks find some too, and beyond bearable is an error.
given := carrying * input.power.rating_watts

room := given * params.full.value

bearable := given * params.bearable.value

carrying := min([input.power.needed, input.power.supplies]) if {
	input.power.needed
} else := input.power.supplies

spare := input.power.supplies - carrying

giver := "its supplies give" if {
	spare == 0
} else := "its supplies give without the spare ones"

unless_zero(watts) := watts if {
	watts > 0
} else := null
