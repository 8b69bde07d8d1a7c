# METADATA
# title: Network between the nodes of a training run
# description: |
#   What the compute ports of a node carry in one direction, and how many there
#   are for its GPUs, held against what training over several nodes exchanges.
# related_resources:
# - description: training over several nodes at 10 Gb/s
#   ref: https://github.com/mlfoundations/open_clip/issues/325
# - description: network of accelerators
#   ref: https://github.com/stas00/ml-engineering/tree/master/network
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning]
#   figures: [platform.network, platform.gpu.count]
#   unit: bits/s
#   bound: min
#   applies_to: training and fine-tuning over several nodes
#   since: 0.1.0
#   evidence:
#   - {name: ports, unit: count}
#   - {name: per_gpu, unit: bits/s}
#   units: {nodes: count, gpus: count, fast: bits/s, enough: count}
#   messages:
#     pass: "{what} over {nodes} nodes has {observed} a node, at least {limit}"
#     fail: "{what} over {nodes} nodes has {observed} a node, under {limit}"
#     fail_ports: "{what} over {nodes} nodes has {observed} of the {limit} compute ports that {gpus} GPUs of a node ask for"
#     undecided: "{nodes} nodes share one copy of the model in training, and the spec says nothing of the network between them"
#     skipped: no workload trains over several nodes
#     skipped_network: the spec says nothing of the network between the nodes
#     skipped_adapters: adapters exchange little between nodes
#   helps:
#     fail_one: Give the node {enough} compute ports of {fast}.
#     undecided: State the ports for it in a network block, with their kind and speed.
#     fail_many: Give the node {limit} and {enough} ports in all for computing.
package rackvet.rules.bandwidth["network-per-gpu"]

import data.rackvet.lib.compare
import data.rackvet.lib.workloads

params := data.rackvet.params["bandwidth/network-per-gpu"]

results contains {"outcome": "skipped", "level": "error", "path": []} if not spread

spread if {
	some workload in input.workloads
	trains(workload)
}

results contains judgement(workload) if {
	some workload in input.workloads
	trains(workload)
}

trains(workload) if {
	workload.nodes > 1
	workload.kind in {"training", "finetuning"}
}

judgement(workload) := {
	"outcome": "undecided",
	"level": "error",
	"help": "undecided",
	"path": workload.path,
	"values": {"nodes": workload.nodes},
} if {
	not input.network[0]
	sharded(workload)
} else := {
	"outcome": "skipped",
	"level": "error",
	"message": "skipped_network",
	"path": workload.path,
} if {
	not input.network[0]
} else := judged(workload, "sharded training", "error", params.sharded.value, ceil(params.ports.value * workload.gpus)) if {
	sharded(workload)
} else := {
	"outcome": "skipped",
	"level": "warning",
	"message": "skipped_adapters",
	"path": workload.path,
} if {
	workloads.adapters(workload)
} else := judged(workload, "data-parallel training", "warning", params.copies.value, 1)

# sharded is that the nodes exchange in every layer, and not only gradients after
# each step.
sharded(workload) if workload.sharding == "zero3"

sharded(workload) if {
	workload.sharding == "zero2"
	not workloads.adapters(workload)
}

sharded(workload) if {
	ways := (workload.parallelism.tensor * workload.parallelism.pipeline) * workload.parallelism.context
	ways > workload.gpus
}

sharded(workload) if workload.parallelism.expert > workload.gpus

judged(workload, what, level, limit, enough) := {
	"outcome": "fail",
	"level": level,
	"help": advice.help,
	"path": workload.path,
	"observed": speed,
	"limit": limit,
	"fix": advice.fix,
	"evidence": evidence(workload),
	"related": related,
	"values": {"what": what, "nodes": workload.nodes, "fast": advice.fast, "enough": advice.ports},
} if {
	not compare.at_least(speed, limit)
	advice := more(limit, max([enough, ports]))
} else := {
	"outcome": "fail",
	"level": "warning",
	"message": "fail_ports",
	"help": advice.help,
	"path": workload.path,
	"observed": ports,
	"limit": enough,
	"unit": "count",
	"fix": advice.fix,
	"evidence": evidence(workload),
	"related": related,
	"values": {
		"what": what,
		"nodes": workload.nodes,
		"gpus": workload.gpus,
		"fast": advice.fast,
		"enough": enough,
	},
} if {
	ports < enough
	not compare.at_least(speed, params.per_gpu.value * workload.gpus)
	advice := more(limit, enough)
} else := {
	"outcome": "pass",
	"level": level,
	"path": workload.path,
	"observed": speed,
	"limit": limit,
	"evidence": evidence(workload),
	"related": related,
	"values": {"what": what, "nodes": workload.nodes},
}

# fabric is the ports that carry the exchange: those for computing, or else those
# that are for nothing else, or else what there is.
fabric := compute if {
	compute[0]
} else := free if {
	free[0]
} else := input.network

compute := [group | some group in input.network; group.role == "compute"]

free := [group | some group in input.network; not group.role]

speed := sum([bits | some group in fabric; bits := group.ports * group.speed])

ports := sum([group.ports | some group in fabric])

related := [{"path": ["network", group.name], "message": "what joins the nodes"} | some group in fabric]

evidence(workload) := {"ports": ports, "per_gpu": speed / workload.gpus}

# more is so many ports of the least speed that is sold and is enough.
more(limit, count) := {
	"help": "fail_many",
	"fix": [],
	"fast": 0,
	"ports": count,
} if {
	fabric[1]
} else := {
	"help": "fail_one",
	"fix": [
		{"path": ["network", group.name, "ports"], "value": count},
		{"path": ["network", group.name, "speed"], "value": fast, "unit": "bits/s"},
	],
	"fast": fast,
	"ports": count,
} if {
	group := fabric[0]
	fast := max([group.speed, min([each | some each in sold; each * count >= limit])])
}

# sold is the speeds of ports that are sold.
sold := [10e9, 25e9, 40e9, 50e9, 100e9, 200e9, 400e9, 800e9]
