# METADATA
# title: Power of a build and its supplies
# description: |
#   What a build takes under full load, what its power supplies give, and which
#   figure is lacking to hold one against the other.
# schemas:
# - input: schema.input
package rackvet.lib.power

import data.rackvet.lib.compare

params := data.rackvet.params["power/supply"]

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
	"bare": (gpu_power + cpu_power_least) + small_parts,
	"bare_most": (gpu_power + cpu_power_most) + small_parts,
	"least": with_rest(gpu_power + cpu_power_least),
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
		"of_family": of_family,
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

# cpu_power_least is what the smallest processors of the family would take.
cpu_power_least := input.cpu.sockets * input.cpu.tdp_least_watts if {
	input.cpu.tdp_least_watts
} else := cpu_power

of_family := ", the most of the family" if {
	cpu_power_least < cpu_power
} else := ""

cpu_power_most := cpu_power if {
	cpu_power > 0
} else := input.cpu.sockets * params.cpu_most.value

with_rest(watts) := (watts + (params.card_rest.value * watts)) + small_parts

small_parts := (ports * params.port.value) + (drives * params.drive.value)

ports := sum([n.ports | some n in input.network])

drives := sum([s.count | some s in input.storage; s.kind != "shared"])

# given is what the supplies give that carry the build, the spare ones left out. Of it
# may be taken room, so that peaks find some too.
given := carrying * input.power.rating_watts

room := given * params.full.value

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

# redundancy is one as a spec writes it: "5+1".
redundancy(needed, left) := concat("+", [format_int(needed, 10), format_int(left, 10)])
