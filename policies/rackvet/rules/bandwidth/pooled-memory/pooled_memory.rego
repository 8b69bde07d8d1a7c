# METADATA
# title: One copy of a model over slow links
# description: |
#   GPUs that hold one copy of a model between them exchange in every layer.
#   Such a group belongs inside one link domain; over PCIe or across domains it
#   waits for the slot. Copies that train side by side exchange their gradients
#   once a step, which costs less.
# related_resources:
# - description: parallelism and interconnects
#   ref: https://docs.vllm.ai/en/latest/serving/parallelism_scaling.html
# - description: data parallelism with and without NVLink
#   ref: https://github.com/huggingface/transformers/issues/9371
# - description: network of accelerators
#   ref: https://github.com/stas00/ml-engineering/tree/master/network
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning, note]
#   figures: [gpu.links, gpu.link_domain, gpu.peer_to_peer, gpu.pcie, cpu.pcie_generation, platform.gpu.model, platform.gpu.link, platform.gpu.bridge]
#   unit: count
#   bound: max
#   applies_to: workloads whose GPUs hold one copy of a model between them, or exchange gradients
#   since: 0.1.0
#   evidence:
#   - {name: link_per_direction, unit: bytes/s, path: [gpu, link]}
#   - {name: pair_per_direction, unit: bytes/s, path: [gpu, link]}
#   - {name: pcie_per_direction, unit: bytes/s, path: [gpu, pcie]}
#   - {name: tensor, unit: count}
#   - {name: peer_to_peer, path: [gpu, model]}
#   units: {pooled: count}
#   messages:
#     pass: "{observed} GPUs that share one copy of the model are inside a link domain of {limit}"
#     pass_gradients: "{observed} GPUs that exchange gradients are inside a link domain of {limit}"
#     fail: "{observed} GPUs share one copy of the model over link domains of {limit}"
#     fail_unlinked: "{observed} GPUs share one copy of the model, and no link joins them"
#     fail_gradients: "{observed} GPUs exchange the gradients of the whole model in every step over link domains of {limit}"
#     fail_gradients_unlinked: "{observed} GPUs exchange the gradients of the whole model in every step, and no link joins them"
#     undecided_gradients: "{pooled} GPUs exchange gradients in every step, and how {gpu} is joined is not known"
#     undecided: "{pooled} GPUs share one copy of the model, and how {gpu} is joined is not known"
#     skipped: no workload shares one copy of a model between GPUs, or gradients of the whole model
#   helps:
#     fail: Keep each copy inside a link domain of {limit} and use pipeline or data parallelism between domains, or choose GPUs whose link joins {observed}.
#     fail_unlinked: Keep each copy on one GPU, or divide it by pipeline stages, which exchange far less; or choose GPUs whose link joins {observed}.
#     gradients: Expect 27 to 39 % less of each GPU than alone, or accumulate gradients over more micro-batches of a step; GPUs whose link joins {observed} don't lose it.
#     undecided: Write the GPU block's link, or name a GPU of the catalogue by its id.
package rackvet.rules.bandwidth["pooled-memory"]

import data.rackvet.lib.places
import data.rackvet.lib.workloads

params := data.rackvet.params["bandwidth/pooled-memory"]

results contains {"outcome": "skipped", "level": "error", "path": []} if not exchanging

results contains judgement(workload) if {
	some workload in input.workloads
	workload.pooled > 1
}

results contains gradients(workload) if {
	some workload in input.workloads
	copies(workload)
}

exchanging if input.workloads[_].pooled > 1

exchanging if {
	some workload in input.workloads
	copies(workload)
}

# copies holds where several copies of a node train the whole model. Adapters have
# small gradients, and what a platform ships with nobody chose.
copies(workload) if {
	workload.kind in trains
	workload.pooled == 1
	workload.parallelism.data * workload.gpus > workload.parallelism.ranks
	not workloads.adapters(workload)
	not shipped
}

shipped if input.platform.link == input.gpu.link

judgement(workload) := {
	"outcome": "undecided",
	"level": worst_level(workload.kind),
	"path": workload.path,
	"related": places.gpu,
	"values": {"pooled": workload.pooled, "gpu": input.gpu.written},
} if {
	not input.gpu.domain
} else := {
	"outcome": "pass",
	"level": worst_level(workload.kind),
	"path": workload.path,
	"observed": workload.pooled,
	"limit": input.gpu.domain,
	"evidence": speeds(workload.parallelism.tensor),
} if {
	workload.pooled <= input.gpu.domain
} else := {
	"outcome": "fail",
	"level": level(workload, workload.parallelism.tensor),
	"message": form,
	"help": form,
	"path": workload.path,
	"observed": workload.pooled,
	"limit": input.gpu.domain,
	"evidence": speeds(workload.parallelism.tensor),
	"related": [{"path": ["gpu", "link"], "message": "what joins the GPUs"}],
}

gradients(workload) := {
	"outcome": "undecided",
	"level": "note",
	"message": "undecided_gradients",
	"path": workload.path,
	"related": places.gpu,
	"values": {"pooled": workload.gpus, "gpu": input.gpu.written},
} if {
	not input.gpu.domain
} else := {
	"outcome": "pass",
	"level": "note",
	"message": "pass_gradients",
	"path": workload.path,
	"observed": workload.gpus,
	"limit": input.gpu.domain,
	"evidence": speeds(null),
} if {
	workload.gpus <= input.gpu.domain
} else := {
	"outcome": "fail",
	"level": "note",
	"message": gradients_form,
	"help": "gradients",
	"path": workload.path,
	"observed": workload.gpus,
	"limit": input.gpu.domain,
	"evidence": speeds(null),
	"related": [{"path": ["gpu", "link"], "message": "what joins the GPUs"}],
}

trains := {"training", "finetuning"}

# level is how much a group outside one domain matters. Tensor parallelism is an
# error only where it leaves the domain itself: sharded states are fetched ahead
# of the layer that needs them, so that not all of the time is waiting. Two cards
# serve well over the slots, unless those are old and may lead through host memory.
# Adapters on a frozen model that is gathered layer by layer are trained so on two
# cards for players.
level(workload, ways) := "error" if {
	workload.kind in trains
	ways >= params.tensor_error.value
	ways > input.gpu.domain
} else := "error" if {
	workload.kind in trains
	not workloads.adapters(workload)
	input.gpu.peer_to_peer == false
} else := "warning" if {
	workload.kind in trains
} else := "warning" if {
	workload.pooled >= params.serving_warning.value
} else := "warning" if {
	old_slot
	not direct
} else := "note"

# direct holds for cards that copy to one another over PCIe for certain.
direct if input.gpu.peer_to_peer == true

old_slot if input.gpu.pcie.generation < params.serving_generation.value

old_slot if input.cpu.pcie_generation < params.serving_generation.value

# worst_level is the worst that a workload of the kind could get.
worst_level(kind) := "error" if {
	kind in trains
} else := "warning"

form := "fail" if {
	input.gpu.domain > 1
} else := "fail_unlinked"

gradients_form := "fail_gradients" if {
	input.gpu.domain > 1
} else := "fail_gradients_unlinked"

# speeds are like for like: what one GPU has in one direction.
speeds(ways) := {
	"link_per_direction": object.get(input.gpu, "link_per_direction", null),
	"pair_per_direction": pair,
	"pcie_per_direction": object.get(input.gpu, ["pcie", "per_direction"], null),
	"tensor": ways,
	"peer_to_peer": staged,
}

# pair is what two GPUs of a mesh have between them: a part of the whole.
pair := input.gpu.pair_per_direction if {
	input.gpu.link_topology == "mesh"
} else := null

# staged is false, for peer to peer, where PCIe leads through host memory.
staged := false if {
	input.gpu.peer_to_peer == false
} else := null
