# METADATA
# title: PCIe lanes
# description: |
#   Each GPU has a slot wide enough, and the lanes that GPUs, NVMe drives and
#   network ports ask for are those that the CPUs of the node have. Modules and
#   platforms have switches of their own, and declared switches share lanes out.
# related_resources:
# - description: decoding over PCIe 2.0 x4
#   ref: https://github.com/noonghunna/club-3090/issues/178
# - description: four cards at x16 and at x8
#   ref: https://pugetsystems.com/labs/hpc/PCIe-X16-vs-X8-with-4-x-Titan-V-GPUs-for-Machine-Learning-1167
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning, note]
#   figures: [gpu.pcie, cpu.pcie_lanes, cpu.pcie_lanes_2s]
#   unit: count
#   bound: max
#   applies_to: servers whose GPUs are cards in slots, and any slot that the spec writes
#   since: 0.1.0
#   evidence:
#   - {name: gpu_lanes, unit: count, path: [gpu, count], formula: "{gpus} × {width}"}
#   - {name: drive_lanes, unit: count, path: [storage]}
#   - {name: port_lanes, unit: count, path: [network]}
#   - {name: slot_per_direction, unit: bytes/s, path: [gpu, pcie]}
#   units: {gpus: count, width: count, narrow: count, fitting: count, left: count, switches: count}
#   messages:
#     pass: "{what} ask for {observed} PCIe lanes, and the CPUs have {limit} for them"
#     pass_switches: "{switches} PCIe switches share the node's lanes out to {gpus} GPUs"
#     fail: "{what} ask for {observed} PCIe lanes with the GPUs at x{width}, and the CPUs have {limit} for them"
#     fail_wide: "{what} ask for {observed} PCIe lanes with the GPUs at x{width}, and the CPUs have {limit} for them: at x{narrow} they fit"
#     fail_slot: each GPU has a slot of x{observed}, and should have at least x{limit}
#     undecided: whether the lanes suffice is not known, since those of the CPU are not
#     undecided_gpu: whether the lanes suffice is not known, since what {gpu} plugs into is not
#     skipped: "{gpu} is no card in a slot: its board brings the lanes"
#     skipped_platform: the lanes of {platform} are its vendor's matter
#     skipped_part: the part block of {gpu} does not say what it plugs into
#     skipped_cpu: neither the spec nor the platform names the CPU
#   helps:
#     fail: Take CPUs with more lanes, or a board with PCIe switches and declare them (gpu.switches), or lower gpu.count to {fitting}, at x{narrow} each.
#     fail_full: Take CPUs with more lanes, or a board with PCIe switches and declare them (gpu.switches). Drives and ports leave {left} lanes to the GPUs.
#     fail_wide: Write the slot that fits (gpu.pcie = "{slot}"), so that the rules that turn on it count right, or declare the board's PCIe switches (gpu.switches). At x{narrow} little is lost.
#     fail_slot: Use slots of at least x{limit}. Loading a model and all that GPUs exchange go through them.
#     undecided: Name a CPU of the catalogue, or describe it in a part block with its pcie_lanes.
#     undecided_gpu: Name a GPU of the catalogue by its id, or describe it in a part block with its pcie and form_factor.
package rackvet.rules.bandwidth["pcie-lanes"]

import data.rackvet.lib.pcie

params := data.rackvet.params["bandwidth/pcie-lanes"]

results contains judgement

# A narrow slot that the spec writes comes first, whatever sits in it.
judgement := slot("error") if {
	input.gpu.pcie_written
	input.gpu.pcie.lanes < params.slot_error.value
	not whole
} else := slot("warning") if {
	input.gpu.pcie_written
	input.gpu.pcie.lanes < enough
	not whole
} else := {
	"outcome": "skipped",
	"level": "error",
	"path": ["gpu", "model"],
	"values": {"gpu": input.gpu.written},
} if {
	input.gpu.form_factor != "pcie"
} else := {
	"outcome": "skipped",
	"level": "error",
	"message": "skipped_platform",
	"path": ["platform"],
	"values": {"platform": input.platform.id},
} if {
	shipped
} else := {"outcome": "skipped", "level": "error", "message": "skipped_cpu", "path": ["cpu"]} if {
	not input.cpu.written
} else := {
	"outcome": "pass",
	"level": "error",
	"message": "pass_switches",
	"path": ["gpu", "switches"],
	"values": {"switches": input.gpu.switches, "gpus": input.gpu.count},
} if {
	input.gpu.switches > 0
} else := {"outcome": "undecided", "level": "warning", "path": ["cpu", "model"]} if {
	not input.cpu.pcie_lanes
} else := unplugged if {
	not input.gpu.pcie
} else := {
	"outcome": "pass",
	"level": "error",
	"path": ["gpu", "count"],
	"observed": asked(input.gpu.pcie.lanes),
	"limit": lanes,
	"evidence": shares(input.gpu.pcie.lanes),
	"values": {"what": all, "gpus": input.gpu.count, "width": input.gpu.pcie.lanes},
} if {
	asked(input.gpu.pcie.lanes) <= lanes
} else := unplugged if {
	not input.gpu.form_factor
} else := crowded("error", input.gpu.count * params.slot_error.value, params.slot_error.value, "GPUs") if {
	input.gpu.count * params.slot_error.value > lanes
} else := crowded("warning", asked(narrow), narrow, all) if {
	asked(narrow) > lanes
} else := {
	"outcome": "fail",
	"level": promised,
	"message": "fail_wide",
	"help": "fail_wide",
	"path": ["gpu", "pcie"],
	"observed": asked(input.gpu.pcie.lanes),
	"limit": lanes,
	"evidence": shares(input.gpu.pcie.lanes),
	"related": [{"path": ["cpu", "model"], "message": "the CPU"}],
	"fix": [{"path": ["gpu", "pcie"], "value": pcie.slot(input.gpu.pcie.generation, roomy)}],
	"values": {
		"what": all,
		"gpus": input.gpu.count,
		"width": input.gpu.pcie.lanes,
		"narrow": roomy,
		"slot": pcie.slot(input.gpu.pcie.generation, roomy),
	},
}

# whole is that the slot gives the part all it can take.
whole if input.gpu.pcie.lanes >= input.gpu.part_pcie.lanes

# slot is that each GPU's own is too narrow.
slot(level) := {
	"outcome": "fail",
	"level": level,
	"message": "fail_slot",
	"help": "fail_slot",
	"path": ["gpu", "pcie"],
	"observed": input.gpu.pcie.lanes,
	"limit": least,
	"bound": "min",
	"evidence": {"slot_per_direction": input.gpu.pcie.per_direction},
	"fix": wider,
} if {
	least := min([enough, object.get(input.gpu, ["part_pcie", "lanes"], enough)])
	wider := [fix |
		not crowding(least)
		fix := {"path": ["gpu", "pcie"], "value": pcie.slot(input.gpu.pcie.generation, least)}
	]
}

# crowded is that the node has too few lanes even for narrow slots.
crowded(level, observed, width, what) := {
	"outcome": "fail",
	"level": level,
	"path": ["gpu", "count"],
	"observed": observed,
	"limit": lanes,
	"evidence": shares(width),
	"related": [{"path": ["cpu", "model"], "message": "the CPU"}],
	"fix": [
		{"path": ["gpu", "count"], "value": fitting},
		{"path": ["gpu", "pcie"], "value": pcie.slot(input.gpu.pcie.generation, narrow)},
	],
	"values": {
		"what": what,
		"gpus": input.gpu.count,
		"width": width,
		"fitting": fitting,
		"narrow": narrow,
	},
} if {
	fitting := floor((lanes - others) / narrow)
	fitting > 0
} else := {
	"outcome": "fail",
	"level": level,
	"help": "fail_full",
	"path": ["gpu", "count"],
	"observed": observed,
	"limit": lanes,
	"evidence": shares(width),
	"values": {
		"what": what,
		"gpus": input.gpu.count,
		"width": width,
		"left": max([0, lanes - others]),
	},
}

# promised is worse where the spec itself writes a slot that can't be had.
promised := "warning" if {
	input.gpu.pcie_written
} else := "note"

# unplugged is a part that the catalogue lacks, or one that says neither its slot
# nor its form.
unplugged := {
	"outcome": "skipped",
	"level": "error",
	"message": "skipped_part",
	"path": ["gpu", "model"],
	"values": {"gpu": input.gpu.written},
} if {
	input.gpu.id
} else := {
	"outcome": "undecided",
	"level": "warning",
	"message": "undecided_gpu",
	"help": "undecided_gpu",
	"path": ["gpu", "model"],
	"values": {"gpu": input.gpu.written},
}

# shipped is that the GPUs are as the platform has them.
shipped if {
	input.platform
	not "gpu" in input.server.written
}

shipped if {
	input.gpu.id == input.platform.gpu_id
	input.gpu.count <= input.platform.gpu_count
}

# asked is the lanes that all of the node asks for with the GPUs in slots of that
# width.
asked(width) := (input.gpu.count * width) + others

crowding(width) if asked(width) > lanes

# enough is the narrowest slot that costs little. What serves layer by layer sends
# next to nothing over it.
enough := params.slot_serving.value if {
	input.workloads[0]
	not exchanging
} else := params.slot_warning.value

exchanging if input.workloads[_].kind != "inference"

exchanging if input.workloads[_].pooled > 1

# narrow is that slot, or the GPU's own.
narrow := min([enough, input.gpu.pcie.lanes])

# roomy is the wider slot that others want, where it fits too.
roomy := narrow if {
	crowding(params.slot_warning.value)
} else := min([params.slot_warning.value, input.gpu.pcie.lanes])

# desktop processors have a few lanes for slots; drives and ports hang on others and
# on the chipset.
desktop if input.cpu.memory_channels <= params.desktop_channels.value

# lanes is those that the CPUs have for what asks.
lanes := min([params.desktop_lanes.value, input.cpu.pcie_lanes]) if {
	desktop
} else := input.cpu.pcie_lanes

# others is what does not go to GPUs.
others := 0 if {
	desktop
} else := drives + ports

drives := sum([each |
	some group in input.storage
	group.kind == "nvme"
	each := group.count * object.get(group, ["pcie", "lanes"], params.drive_lanes.value)
])

ports := sum([each |
	some group in input.network
	each := group.ports * pcie.lanes(group.speed / 8, object.get(input.cpu, "pcie_generation", 5))
])

all := "GPUs" if {
	others == 0
} else := "GPUs, drives and ports"

shares(width) := {
	"gpu_lanes": input.gpu.count * width,
	"drive_lanes": known(drives),
	"port_lanes": known(ports),
}

# known leaves out what takes no lanes.
known(n) := null if {
	others == 0
} else := null if {
	n == 0
} else := n
