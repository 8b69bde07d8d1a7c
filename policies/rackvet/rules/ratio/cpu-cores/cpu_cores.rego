# METADATA
# title: CPU cores for each GPU
# description: |
#   The cores of all processors of a node over its GPUs. Each GPU is fed by a
#   process of its own, by loader workers and by threads of the libraries.
# related_resources:
# - description: compute node hardware of the AI Enterprise reference architecture
#   ref: https://docs.nvidia.com/ai-enterprise/reference-architecture/latest/compute-node-hardware.html
# - description: CPUs of training nodes
#   ref: https://github.com/stas00/ml-engineering/tree/master/compute/cpu
# schemas:
# - input: schema.input
# custom:
#   levels: [warning]
#   figures: [cpu.cores, cpu.cores_max, platform.cpu.model, platform.cpu.sockets, platform.gpu.count]
#   unit: count
#   bound: min
#   applies_to: servers whose processors are known
#   since: 0.1.0
#   evidence:
#   - {name: cores, unit: count, path: [cpu, model], formula: "{sockets} × {each}"}
#   - {name: gpus, unit: count, path: [gpu, count]}
#   units: {sockets: count, each: count, sockets_needed: count, cores_needed: count}
#   messages:
#     pass: the node has {observed} CPU cores a GPU, at least {limit}
#     pass_shipped: the node has {observed} CPU cores a GPU, as {platform} ships
#     fail: the node has {observed} CPU cores a GPU, under {limit}
#     fail_most: the node has at most {observed} CPU cores a GPU, under {limit}
#     undecided: CPU cores a GPU can't be counted, since those of {cpu} are not known
#     skipped: nothing is known of the cores of the processor
#   helps:
#     fail_sockets: Fit {sockets_needed} of these processors, or processors with at least {cores_needed} cores each.
#     fail_cores: Choose processors with at least {cores_needed} cores each, or give the node fewer GPUs.
#     undecided: Write cores in the cpu block, those of one processor.
package rackvet.rules.ratio["cpu-cores"]

import data.rackvet.lib.compare

params := data.rackvet.params["ratio/cpu-cores"]

results contains judgement

judgement := {"outcome": "skipped", "level": "warning", "path": ["cpu"]} if {
	not input.cpu.cores_max
	not input.cpu.cores
} else := {
	"outcome": "pass",
	"level": "warning",
	"path": ["cpu", "model"],
	"observed": per_gpu,
	"limit": params.cores.value,
	"evidence": counted,
	"values": {"sockets": input.cpu.sockets, "each": input.cpu.cores},
} if {
	compare.at_least(per_gpu, params.cores.value)
} else := {
	"outcome": "pass",
	"level": "warning",
	"message": "pass_shipped",
	"path": ["cpu", "model"],
	"observed": per_gpu,
	"limit": params.cores.value,
	"evidence": counted,
	"values": {"sockets": input.cpu.sockets, "each": input.cpu.cores, "platform": input.platform.id},
} if {
	per_gpu
	not "cpu" in input.server.written
	not "gpu" in input.server.written
} else := fail("fail", per_gpu, input.cpu.cores) if {
	per_gpu
} else := fail("fail_most", most, input.cpu.cores_max) if {
	most := (input.cpu.cores_max * input.cpu.sockets) / input.gpu.count
	not compare.at_least(most, params.cores.value)
} else := {
	"outcome": "undecided",
	"level": "warning",
	"path": ["cpu", "model"],
	"values": {"cpu": input.cpu.written},
}

per_gpu := (input.cpu.cores * input.cpu.sockets) / input.gpu.count

counted := {"cores": input.cpu.cores * input.cpu.sockets, "gpus": input.gpu.count}

fail(message, observed, each) := {
	"outcome": "fail",
	"level": "warning",
	"message": message,
	"help": help,
	"path": ["cpu", "model"],
	"observed": observed,
	"limit": params.cores.value,
	"fix": fix,
	"evidence": {"cores": each * input.cpu.sockets, "gpus": input.gpu.count},
	"values": {
		"sockets": input.cpu.sockets,
		"each": each,
		"sockets_needed": sockets,
		"cores_needed": ceil((params.cores.value * input.gpu.count) / input.cpu.sockets),
	},
} if {
	sockets := ceil((params.cores.value * input.gpu.count) / each)
	more := more_sockets(sockets)
	help := more.help
	fix := more.fix
}

# more_sockets says whether a board holds so many of these processors.
more_sockets(sockets) := {
	"help": "fail_sockets",
	"fix": [{"path": ["cpu", "sockets"], "value": sockets}],
} if {
	sockets <= input.cpu.sockets_max
} else := {"help": "fail_cores", "fix": []}
