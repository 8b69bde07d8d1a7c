# METADATA
# title: Figures that contradict one another
# description: |
#   What a spec states twice, or states of a part whose figures are known, agrees:
#   its DIMMs with its capacity, its memory and sockets with what the CPU takes,
#   and its own parts and models with the catalogue and with their own shape.
# related_resources:
# - description: system descriptions of the MLPerf results, of which one in ten contradicts itself
#   ref: https://github.com/mlcommons/training_results_v5.0
# - description: MRDIMM and the CPUs that take them
#   ref: https://www.amd.com/en/blogs/2025/mrdimm--the-wrong-tool-for-today-s-memory-challenges.html
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning]
#   figures: [cpu.sockets_max, cpu.memory_max, cpu.memory_type, cpu.memory_channels, cpu.dimms_per_channel, platform.memory, platform.cpu]
#   unit: bytes
#   bound: max
#   applies_to: every server
#   since: 0.1.0
#   units: {sockets: count, channels: count, each: count, modules: count, size: bytes}
#   messages:
#     pass: nothing that the spec states contradicts itself or the catalogue
#     fail_dimms: the DIMMs add up to {observed}, and capacity says {limit}
#     fail_sockets: the spec has {observed} of {cpu}, and a board holds {limit}
#     fail_capacity: the spec has {observed} of memory, and {sockets} × {cpu} can have {limit}
#     fail_type: "the spec has {written} modules, and {cpu} takes {type}"
#     fail_slots: the spec has {observed} DIMMs, and {sockets} × {cpu} can have {limit}
#     fail_gpus: a workload asks for {observed} GPUs of a node, which has {limit}
#     fail_nodes: "a workload asks for {observed} nodes, and the spec has {limit}"
#     fail_host: "{gpu} comes with its own Grace, and the spec has {cpu}"
#     fail_catalogue: "the spec states {observed} as {figure} of {id}, and the catalogue has {limit}"
#     fail_shape: "the spec states {observed} as {figure} of {id}, and its shape counts to {limit}"
#   helps:
#     fail_dimms: Write {observed} as capacity, or list the modules that make {limit}.
#     fail_sockets: Write {limit} as sockets, or choose a CPU for more.
#     fail_capacity: Write {limit} as capacity or less, or choose a CPU that takes more.
#     fail_type: Order {type} modules, or a CPU that takes {written}.
#     fail_slots: There are {sockets} × {channels} × {each} slots (sockets, memory channels, DIMMs a channel). Use fewer and larger modules.
#     fail_slots_fix: There are {sockets} × {channels} × {each} slots (sockets, memory channels, DIMMs a channel). {modules} DIMMs of {size} fit.
#     fail_gpus: Write {limit} as gpus or fewer, or give the node more GPUs; over several nodes, write nodes.
#     fail_nodes: Write nodes = {observed} for the server, or fewer for the workload.
#     fail_host: Write nvidia-grace as the CPU, or choose a GPU for boards with other CPUs.
#     fail_catalogue: Leave the figure to the catalogue, or give the part or model an id of its own.
#     fail_shape: Correct the figure, or the layers, sizes and vocabulary that contradict it.
package rackvet.rules.part.contradiction

import data.rackvet.lib.compare
import data.rackvet.lib.populations

params := data.rackvet.params["part/contradiction"]

results contains fault if some fault in faults

results contains {"outcome": "pass", "level": "error", "path": []} if count(faults) == 0

faults contains {
	"outcome": "fail",
	"level": "warning",
	"message": "fail_dimms",
	"help": "fail_dimms",
	"path": ["memory", "capacity"],
	"observed": input.memory.dimm_bytes,
	"limit": input.memory.capacity_bytes,
	"bound": "min",
	"fix": [{"path": ["memory", "capacity"], "value": input.memory.dimm_bytes, "unit": "bytes"}],
	"related": [{"path": ["memory", "dimm", 0], "message": "the modules"}],
} if {
	"memory" in input.server.written
	gap := abs(input.memory.dimm_bytes - input.memory.capacity_bytes)
	not compare.at_most(gap, params.rounding.value * input.memory.capacity_bytes)
}

faults contains {
	"outcome": "fail",
	"level": confirmed(["sockets_max"]),
	"message": "fail_sockets",
	"help": "fail_sockets",
	"path": ["cpu", "sockets"],
	"observed": input.cpu.sockets,
	"limit": input.cpu.sockets_max,
	"unit": "count",
	"fix": [{"path": ["cpu", "sockets"], "value": input.cpu.sockets_max}],
	"values": {"cpu": input.cpu.written},
} if {
	"cpu" in input.server.written
	input.cpu.sockets > input.cpu.sockets_max
}

faults contains {
	"outcome": "fail",
	"level": confirmed(["memory_max"]),
	"message": "fail_capacity",
	"help": "fail_capacity",
	"path": ["memory", "capacity"],
	"observed": input.memory.capacity_bytes,
	"limit": most,
	"fix": populations.written({"count": 0}, most),
	"related": [{"path": ["cpu", "model"], "message": "the CPU"}],
	"values": {"cpu": input.cpu.written, "sockets": input.cpu.sockets},
} if {
	own
	most := input.cpu.memory_max_bytes * input.cpu.sockets
	not compare.at_most(input.memory.capacity_bytes, (1 + params.units.value) * most)
}

faults contains {
	"outcome": "fail",
	"level": confirmed(["memory_type"]),
	"message": "fail_type",
	"help": "fail_type",
	"path": ["memory", "dimm", group.index, "type"],
	"fix": [{"path": ["memory", "dimm", group.index, "type"], "value": input.cpu.memory_type}],
	"related": [{"path": ["cpu", "model"], "message": "the CPU"}],
	"values": {"cpu": input.cpu.written, "type": input.cpu.memory_type, "written": group.type},
} if {
	own
	some group in input.memory.dimms
	group.type != input.cpu.memory_type
	not multiplexed(group.type, input.cpu.family)
}

# A workload can't have what is not bought.
faults contains {
	"outcome": "fail",
	"level": "error",
	"message": "fail_gpus",
	"help": "fail_gpus",
	"path": array.concat(workload.path, ["gpus"]),
	"observed": workload.gpus,
	"limit": input.gpu.count,
	"unit": "count",
	"fix": [{"path": array.concat(workload.path, ["gpus"]), "value": input.gpu.count}],
	"related": [{"path": ["gpu", "count"], "message": "the GPUs of a node"}],
} if {
	some workload in input.workloads
	workload.gpus > input.gpu.count
}

faults contains {
	"outcome": "fail",
	"level": "error",
	"message": "fail_nodes",
	"help": "fail_nodes",
	"path": array.concat(workload.path, ["nodes"]),
	"observed": workload.nodes,
	"limit": input.server.nodes,
	"unit": "count",
	"fix": [{"path": ["nodes"], "value": workload.nodes}],
} if {
	some workload in input.workloads
	workload.nodes > input.server.nodes
}

# The superchips of NVIDIA hold CPU and GPU in one module.
faults contains {
	"outcome": "fail",
	"level": "error",
	"message": "fail_host",
	"help": "fail_host",
	"path": ["cpu", "model"],
	"related": [{"path": ["gpu", "model"], "message": "the GPU"}],
	"fix": [{"path": ["cpu", "model"], "value": "nvidia-grace"}],
	"values": {"gpu": input.gpu.written, "cpu": input.cpu.written},
} if {
	"cpu" in input.server.written
	input.gpu.vendor == "nvidia"
	input.gpu.form_factor == "superchip"
	not startswith(input.cpu.family, "grace")
}

# own is that memory or CPU is the spec's. What a platform ships is not for the spec
# to correct.
own if "memory" in input.server.written

own if "cpu" in input.server.written

# multiplexed is modules that fit the slots of DDR5, of CPUs that can drive them.
multiplexed(type, family) if {
	type == "mrdimm"
	startswith(family, "xeon-6-")
}

faults contains {
	"outcome": "fail",
	"level": confirmed(["memory_channels", "dimms_per_channel"]),
	"message": "fail_slots",
	"help": help,
	"path": ["memory", "dimm", 0, "count"],
	"observed": modules,
	"limit": slots,
	"unit": "count",
	"fix": fix,
	"related": [{"path": ["cpu", "model"], "message": "the CPU"}],
	"values": {
		"cpu": input.cpu.written,
		"sockets": input.cpu.sockets,
		"channels": input.cpu.memory_channels,
		"each": input.cpu.dimms_per_channel,
		"modules": population.count,
		"size": population.size_bytes,
	},
} if {
	own
	slots := (input.cpu.sockets * input.cpu.memory_channels) * input.cpu.dimms_per_channel
	modules := sum([group.count | some group in input.memory.dimms])
	modules > slots
	population := populations.least(input.memory.capacity_bytes)
	fix := repopulate(population)
	help := helps[count(fix)]
}

# repopulate is modules that fit where one group is listed, and none where several
# are or none would do.
repopulate(population) := populations.written(population, population.capacity_bytes) if {
	population.count > 0
} else := []

helps := {0: "fail_slots", 3: "fail_slots_fix"}

faults contains {
	"outcome": "fail",
	"level": "warning",
	"message": forms[figure.by],
	"help": forms[figure.by],
	"path": figure.path,
	"observed": figure.stated / scale,
	"limit": figure.known / scale,
	"unit": unit,
	"values": {"id": figure.id, "figure": replace(figure.figure, "_", " ")},
} if {
	some figure in input.redefined
	not towers(figure)
	unit := object.get(units, figure.figure, "count")
	scale := object.get(scales, figure.figure, 1)
}

# towers is a model that has parameters beside its layers, as those that see have.
towers(figure) if {
	figure.by == "shape"
	figure.stated > figure.known
	compare.at_most(figure.stated, params.towers.value * figure.known)
}

forms := {"catalogue": "fail_catalogue", "shape": "fail_shape"}

units := {
	"memory": "bytes",
	"memory_bandwidth": "bytes/s",
	"link_bidirectional": "bytes/s",
	"tdp": "watts",
	"parameters": "billion",
}

scales := {"parameters": 1000000000}

# confirmed is the level of what turns on figures of the CPU: a warning where no
# source confirms one of them, or that a platform has that CPU.
confirmed(names) := "warning" if {
	some name in names
	name in input.cpu.unconfirmed
} else := "warning" if {
	not "cpu" in input.server.written
	"cpu" in input.platform.unconfirmed
} else := "error"
