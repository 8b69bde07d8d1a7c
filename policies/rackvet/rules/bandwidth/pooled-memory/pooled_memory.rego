# METADATA
# title: One copy of a model over slow links
# description: |
#   GPUs that hold one copy of a model between them exchange in every layer.
#   Such a group belongs inside one link domain; over PCIe or across domains it
#   waits for the slot.
# related_resources:
# - description: parallelism and interconnects
#   ref: https://docs.vllm.ai/en/latest/serving/parallelism_scaling.html
# - description: network of accelerators
#   ref: https://github.com/stas00/ml-engineering/tree/master/network
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning, note]
#   unit: count
#   bound: max
#   applies_to: workloads whose GPUs hold one copy of a model between them
#   since: 0.1.0
#   messages:
#     pass: "{observed} GPUs that share one copy of the model are inside a link domain of {limit}"
#     fail: "{observed} GPUs share one copy of the model over link domains of {limit}: {pcie_per_direction} a direction over PCIe against {link_per_direction} inside"
#     fail_domains: "{observed} GPUs share one copy of the model over link domains of {limit}"
#     fail_pcie: "{observed} GPUs share one copy of the model and PCIe joins them, at {pcie_per_direction} a direction (a link domain holds {limit})"
#     fail_plain: "{observed} GPUs share one copy of the model and no link joins them (a link domain holds {limit})"
#     undecided: "{pooled} GPUs share one copy of the model, and how {gpu} is joined is not known"
#     skipped: no workload shares one copy of a model between GPUs
#   helps:
#     fail: Keep each copy inside a link domain of {limit} and use pipeline or data parallelism between domains, or choose GPUs whose link joins {pooled}.
#     fail_pcie: Keep each copy on one GPU, or divide it by pipeline stages, which exchange far less; or choose GPUs whose link joins {pooled}.
#     undecided: Write the GPU block's link, or name a GPU of the catalogue by its id.
package rackvet.rules.bandwidth["pooled-memory"]

import data.rackvet.lib.place

params := data.rackvet.params["bandwidth/pooled-memory"]

results contains {"outcome": "skipped", "level": "error", "path": []} if {
	count(pooling) == 0
}

results contains {
	"outcome": "undecided",
	"level": worst_level(workload.kind),
	"path": workload.path,
	"evidence": [pooled(workload.pooled, workload.path)],
	"values": {"gpu": input.gpu.written},
} if {
	some workload in pooling
	not input.gpu.domain
}

results contains {
	"outcome": "pass",
	"level": worst_level(workload.kind),
	"path": workload.path,
	"observed": workload.pooled,
	"limit": input.gpu.domain,
	"unit": "count",
	"bound": "max",
	"evidence": array.concat([domain], speeds),
} if {
	some workload in pooling
	workload.pooled <= input.gpu.domain
}

results contains {
	"outcome": "fail",
	"level": level(workload.kind, workload.pooled, workload.parallelism.tensor),
	"message": message,
	"help": help,
	"path": workload.path,
	"observed": workload.pooled,
	"limit": input.gpu.domain,
	"unit": "count",
	"bound": "max",
	"evidence": array.concat(
		[pooled(workload.pooled, workload.path), domain, tensor(workload.parallelism.tensor, workload.path)],
		array.concat(speeds, staging),
	),
	"related": [{"path": link_path, "message": "what joins the GPUs"}],
} if {
	some workload in pooling
	workload.pooled > input.gpu.domain
}

pooling := [workload |
	some workload in input.workloads
	workload.pooled > 1
]

trains := {"training", "finetuning"}

# level is how much a group outside one domain matters. Tensor parallelism is an
# error only where it leaves the domain itself: sharded states are fetched ahead
# of the layer that needs them, so that not all of the time is waiting.
level(kind, size, ways) := "error" if {
	kind in trains
	ways >= params.tensor_error.value
	ways > input.gpu.domain
} else := "error" if {
	kind in trains
	staged
} else := "warning" if {
	kind in trains
} else := "warning" if {
	size >= params.serving_warning.value
} else := "note"

# worst_level is the worst that a workload of the kind could get.
worst_level(kind) := "error" if {
	kind in trains
} else := "warning"

# staged is that what goes over PCIe goes through host memory.
staged if input.gpu.peer_to_peer == false

message := "fail" if {
	input.gpu.domain > 1
	count(inside) > 0
	count(across) > 0
} else := "fail_domains" if {
	input.gpu.domain > 1
} else := "fail_pcie" if {
	count(across) > 0
} else := "fail_plain"

help := "fail" if {
	input.gpu.domain > 1
} else := "fail_pcie"

link_path := place.of(input.server.written, ["gpu", "link"])

pooled(size, path) := {"name": "pooled", "value": size, "unit": "count", "path": path}

tensor(ways, path) := {
	"name": "tensor",
	"value": ways,
	"unit": "count",
	"path": array.concat(path, ["parallelism", "tensor"]),
}

domain := {"name": "link_domain", "value": input.gpu.domain, "unit": "count", "path": link_path}

# speeds are like for like: what one GPU has in one direction.
speeds := array.concat(inside, array.concat(pair, across))

inside := [figure |
	figure := {
		"name": "link_per_direction",
		"value": input.gpu.link_per_direction,
		"unit": "bytes/s",
		"path": link_path,
	}
]

# pair is what two GPUs of a mesh have between them: a part of the whole.
pair := [figure |
	input.gpu.link_topology == "mesh"
	figure := {
		"name": "pair_per_direction",
		"value": input.gpu.pair_per_direction,
		"unit": "bytes/s",
		"path": link_path,
	}
]

across := [figure |
	figure := {
		"name": "pcie_per_direction",
		"value": input.gpu.pcie.per_direction,
		"unit": "bytes/s",
		"path": place.of(input.server.written, ["gpu", "pcie"]),
	}
]

staging := [figure |
	staged
	figure := {
		"name": "peer_to_peer",
		"value": false,
		"path": place.of(input.server.written, ["gpu", "model"]),
	}
]
