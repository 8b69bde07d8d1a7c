# METADATA
# title: Card of a newer PCIe generation than its host
# description: |
#   A card runs its slot at the older of its own and the CPU's PCIe generation,
#   and each generation back halves what the slot carries. Where the spec leaves
#   the slot to the part, it is reckoned too fast.
# related_resources:
# - description: measured copies over PCIe 4 and 5
#   ref: https://github.com/ikawrakow/ik_llama.cpp/issues/1018
# - description: two cards on a PCIe 3 board
#   ref: https://github.com/noonghunna/club-3090/issues/356
# schemas:
# - input: schema.input
# custom:
#   levels: [warning, note]
#   figures: [gpu.pcie, cpu.pcie_generation]
#   unit: count
#   bound: max
#   applies_to: servers whose GPUs are cards in slots
#   since: 0.1.0
#   evidence:
#   - {name: card_per_direction, unit: bytes/s, path: [gpu, model], formula: "PCIe {observed} x{lanes}"}
#   - {name: host_per_direction, unit: bytes/s, path: [cpu, model], formula: "PCIe {limit} x{lanes}"}
#   units: {lanes: count}
#   messages:
#     pass: the slots are PCIe {observed}, and the CPU has PCIe {limit}
#     pass_slot: the spec gives the slots as PCIe {observed}, which the CPU's PCIe {limit} allows
#     pass_switches: the slots are those of PCIe switches
#     fail: "{gpu} is a PCIe {observed} card, and the CPU has PCIe {limit}: a slot carries {host_per_direction} in one direction, not {card_per_direction}"
#     fail_crossed: '{gpu} is a PCIe {observed} card, and the CPU has PCIe {limit}: "{workload}" works over slots of {host_per_direction} in one direction, not {card_per_direction}'
#     fail_slot: the spec gives the slots as PCIe {observed}, and the CPU has PCIe {limit}
#     undecided: whether the host keeps up with the slots of {gpu} is not known, since the PCIe generation of the CPU is not
#     undecided_gpu: whether the host keeps up with {gpu} is not known, since what it plugs into is not
#     skipped: "{gpu} is no card in a slot: its board brings the lanes"
#     skipped_part: the part block of {gpu} does not say what it plugs into
#     skipped_cpu: neither the spec nor the platform names the CPU
#   helps:
#     fail: Write the slot as it will run (gpu.pcie = "{slot}"), so that the rules that turn on it count right. A host of PCIe {observed} would give the card all it can take.
#     fail_slot: Write the slot as it will run (gpu.pcie = "{slot}"), or take a CPU with PCIe {observed}.
#     undecided: Name a CPU of the catalogue, or describe it in a part block with its pcie_generation.
#     undecided_gpu: Name a GPU of the catalogue by its id, or describe it in a part block with its pcie and form_factor.
package rackvet.rules.bandwidth["host-generation"]

import data.rackvet.lib.pcie
import data.rackvet.lib.workloads

results contains judgement

judgement := {
	"outcome": "skipped",
	"level": "warning",
	"path": ["gpu", "model"],
	"values": {"gpu": input.gpu.written},
} if {
	input.gpu.form_factor != "pcie"
} else := {"outcome": "skipped", "level": "warning", "message": "skipped_cpu", "path": ["cpu"]} if {
	not input.cpu.written
} else := {
	"outcome": "undecided",
	"level": "warning",
	"path": ["cpu", "model"],
	"values": {"gpu": input.gpu.written},
} if {
	not input.cpu.pcie_generation
} else := unplugged if {
	not input.gpu.pcie
} else := passing("pass_slot") if {
	input.gpu.pcie_written
	input.gpu.pcie.generation <= input.cpu.pcie_generation
} else := passing("pass") if {
	input.gpu.pcie.generation <= input.cpu.pcie_generation
} else := {"outcome": "pass", "level": "warning", "message": "pass_switches", "path": ["gpu", "switches"]} if {
	input.gpu.pcie_written
	input.gpu.switches > 0
} else := failing("warning", "fail_slot", {"slot": slot, "lanes": input.gpu.pcie.lanes}, []) if {
	input.gpu.pcie_written
} else := unplugged if {
	not input.gpu.form_factor
} else := failing("warning", "fail_crossed", named, [related]) if {
	named := {"slot": slot, "gpu": input.gpu.written, "lanes": input.gpu.pcie.lanes, "workload": crossing[0].name}
	related := {"path": crossing[0].path, "message": "works over the slots"}
} else := failing("note", "fail", {"slot": slot, "gpu": input.gpu.written, "lanes": input.gpu.pcie.lanes}, [])

# unplugged is a part that the catalogue lacks, or one that says neither its slot
# nor its form.
unplugged := {
	"outcome": "skipped",
	"level": "warning",
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

passing(message) := {
	"outcome": "pass",
	"level": "warning",
	"message": message,
	"path": ["gpu", "pcie"],
	"observed": input.gpu.pcie.generation,
	"limit": input.cpu.pcie_generation,
}

failing(level, message, values, related) := {
	"outcome": "fail",
	"level": level,
	"message": message,
	"help": helps[message],
	"path": ["gpu", "pcie"],
	"observed": input.gpu.pcie.generation,
	"limit": input.cpu.pcie_generation,
	"evidence": {
		"card_per_direction": input.gpu.pcie.per_direction,
		"host_per_direction": pcie.lane[input.cpu.pcie_generation] * input.gpu.pcie.lanes,
	},
	"related": array.concat([{"path": ["cpu", "model"], "message": "the CPU"}], related),
	"fix": [{"path": ["gpu", "pcie"], "value": slot}],
	"values": values,
}

helps := {"fail": "fail", "fail_crossed": "fail", "fail_slot": "fail_slot"}

# slot is the one that card and host make of what is asked for.
slot := pcie.slot(input.cpu.pcie_generation, input.gpu.pcie.lanes)

# crossing is the workloads that send much over the slots: what GPUs outside one
# link domain exchange in every layer or, training whole models, in every step,
# and what is offloaded to host memory.
crossing := [workload |
	some workload in input.workloads
	crosses(workload)
]

crosses(workload) if workload.pooled > input.gpu.domain

crosses(workload) if workload.offload in {"optimizer", "all", "model", "sequential"}

crosses(workload) if {
	workload.kind in {"training", "finetuning"}
	workload.gpus > input.gpu.domain
	not workloads.adapters(workload)
}
