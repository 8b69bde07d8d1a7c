# METADATA
# title: Degrees of parallelism that do not divide
# description: |
#   The degrees that a workload writes, held against what they divide: the GPUs
#   of the run, the heads, layers and experts of the model, and the GPUs of a
#   node, within which tensor parallelism stays.
# related_resources:
# - description: parallelism and scaling, vLLM
#   ref: https://docs.vllm.ai/en/latest/serving/parallelism_scaling.html
# - description: heads that tensor parallelism does not divide, vLLM
#   ref: https://github.com/vllm-project/vllm/issues/11797
# - description: layers that stages do not divide, Megatron-LM
#   ref: https://github.com/NVIDIA/Megatron-LM/issues/381
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning, note]
#   figures: [platform.gpu.count]
#   unit: count
#   bound: max
#   applies_to: workloads that write degrees of parallelism or a global batch
#   since: 0.1.0
#   evidence:
#   - {name: gpus, unit: count, formula: "{each} a node × {nodes}"}
#   - {name: tensor, unit: count}
#   - {name: pipeline, unit: count}
#   - {name: data, unit: count}
#   units: {each: count, nodes: count, heads: count, layers: count, fullest: count, next: count, number: count, batch: count, step: count, micro: count, copies: count}
#   messages:
#     pass: the degrees of parallelism divide the model and its {gpus} GPUs
#     fail_product: the degrees of parallelism multiply to {observed}, and the run has {limit} GPUs
#     fail_layout: "the degrees of parallelism do not fit the GPUs: {reason}"
#     fail_nodes: tensor parallelism of {observed} leaves the node, which has {limit} GPUs for it
#     fail_heads: tensor parallelism of {tensor} does not divide the {heads} attention heads
#     fail_kv_heads: neither divides the other, tensor parallelism of {tensor} and {heads} KV heads
#     fail_experts: expert parallelism of {observed} does not divide the {limit} {what}
#     fail_batch: a step of {batch} sequences is no multiple of {step}, {micro} on each of {copies} data-parallel ranks
#     fail_stages: "{observed} pipeline stages are more than the {limit} layers"
#     fail_uneven: the fullest of {pipeline} pipeline stages has {fullest} of {layers} layers, {observed} more than the mean
#     fail_idle: "{observed} of {limit} GPUs hold the model, and the others nothing"
#     undecided: whether tensor parallelism of {tensor} divides the heads of the model is not known
#     skipped: no workload writes degrees of parallelism or a global batch
#   helps:
#     nearest: Write tensor = {next} and {what} = {number}, the nearest that divide.
#     none: Let the degrees multiply to the GPUs of the run, and tensor parallelism divide the heads and stay inside a node.
#     fail_experts: Write expert = {next}, the next degree below that divides the experts and the data-parallel GPUs.
#     fail_batch: Write global_batch = {next}, or a micro_batch that divides it.
#     fail_stages: Write a pipeline of no more stages than layers.
#     fail_uneven: Take a number of stages that divides {layers}. The fullest stage sets the pace and the memory.
#     fail_idle: Write {what} = {next}, or gpus = {observed} if the others are for other work.
#     undecided: State the heads of the model in its model block.
package rackvet.rules.fit.parallelism

import data.rackvet.lib.compare

params := data.rackvet.params["fit/parallelism"]

results contains {"outcome": "skipped", "level": "error", "path": []} if not written

results contains judgement(workload, workload.parallelism) if {
	some workload in input.workloads
	asked(workload)
}

written if {
	some workload in input.workloads
	asked(workload)
}

asked(workload) if workload.parallelism.written

asked(workload) if workload.global_batch

trains := {"training", "finetuning"}

# by_layer holds where the engine gives each GPU layers of its own.
by_layer(workload) if workload.engine in {"llama.cpp", "ktransformers", "transformers"}

# What is wrong with the GPUs comes first, then what the model does not divide by,
# then what is only uneven.
judgement(workload, p) := failing(workload, p, ["parallelism"], object.union(
	{"level": "error", "message": "fail_product", "observed": p.product, "limit": p.ranks},
	nearest(workload, p.tensor, p.ranks, p.pipeline * p.context, ["parallelism", "data"]),
)) if {
	workload.kind in trains
	p.product != p.ranks
} else := failing(workload, p, ["parallelism"], object.union(
	{"level": "error", "message": "fail_layout", "values": {"reason": workload.gpu.missing}},
	nearest(workload, p.tensor, p.ranks, p.pipeline, ["replicas"]),
)) if {
	workload.kind == "inference"
	workload.model_parameters
	not p.product
} else := failing(workload, p, ["parallelism", "tensor"], object.union(
	{"level": nodes_level(workload.kind), "message": "fail_nodes", "observed": p.tensor, "limit": workload.gpus},
	nearest(workload, workload.gpus, p.tensor * p.pipeline, 1, ["parallelism", "pipeline"]),
)) if {
	p.tensor > workload.gpus
	not one_fabric(p.tensor)
} else := failing(workload, p, ["parallelism", "tensor"], object.union(
	object.union(indivisible(workload, p.tensor), {"level": "error"}),
	nearest(workload, p.tensor - 1, p.tensor * p.pipeline, 1, ["parallelism", "pipeline"]),
)) if {
	not by_layer(workload)
	indivisible(workload, p.tensor)
} else := failing(workload, p, ["parallelism", "expert"], {
	"level": "error",
	"message": "fail_experts",
	"help": "fail_experts",
	"observed": p.expert,
	"limit": whole.number,
	"fix": [{"path": array.concat(workload.path, ["parallelism", "expert"]), "value": next}],
	"values": {"next": next, "what": whole.what},
}) if {
	workload.kind in trains
	whole := undivided(workload, p)
	next := fewer_experts(object.get(workload, ["shape", "experts"], 0), p)
} else := failing(workload, p, ["global_batch"], {
	"level": "error",
	"message": "fail_batch",
	"help": "fail_batch",
	"fix": [{"path": array.concat(workload.path, ["global_batch"]), "value": next}],
	"values": {"batch": workload.global_batch, "step": step, "micro": micro, "copies": p.data, "next": next},
}) if {
	micro := object.get(workload, "micro_batch", 1)
	step := micro * p.data
	workload.global_batch % step != 0
	next := step * ceil(workload.global_batch / step)
} else := failing(workload, p, ["parallelism", "pipeline"], {
	"level": "error",
	"message": "fail_stages",
	"help": "fail_stages",
	"observed": p.pipeline,
	"limit": workload.shape.layers,
}) if {
	p.pipeline > workload.shape.layers
} else := {
	"outcome": "undecided",
	"level": "error",
	"path": array.concat(workload.path, ["parallelism", "tensor"]),
	"evidence": {"tensor": p.tensor},
} if {
	p.tensor > 1
	not by_layer(workload)
	not workload.shape.heads
} else := failing(workload, p, ["parallelism", "pipeline"], {
	"level": "note",
	"message": "fail_uneven",
	"help": "fail_uneven",
	"observed": more,
	"limit": params.uneven.value,
	"unit": "fraction",
	"values": {"fullest": ceil(workload.shape.layers / p.pipeline), "layers": workload.shape.layers},
}) if {
	more := ((ceil(workload.shape.layers / p.pipeline) * p.pipeline) / workload.shape.layers) - 1
	not compare.at_most(more, params.uneven.value)
} else := failing(workload, p, ["replicas"], {
	"level": "note",
	"message": "fail_idle",
	"help": "fail_idle",
	"observed": p.product,
	"limit": p.ranks,
	"bound": "min",
	"fix": [{"path": array.concat(workload.path, [idle.what]), "value": idle.next}],
	"values": idle,
}) if {
	p.product < p.ranks
	alone(workload)
	idle := filling(p)
} else := {
	"outcome": "pass",
	"level": "error",
	"path": workload.path,
	"evidence": {"gpus": p.ranks},
	"values": {"each": workload.gpus, "nodes": workload.nodes},
}

failing(workload, p, at, what) := object.union(
	{
		"outcome": "fail",
		"path": array.concat(workload.path, at),
		"evidence": {"gpus": p.ranks, "tensor": p.tensor, "pipeline": p.pipeline, "data": p.data},
		"values": {"each": workload.gpus, "nodes": workload.nodes},
	},
	what,
)

# nodes_level is least for serving over a network that copies without the CPU:
# engines offer that, and models too large for a node are served so.
nodes_level(kind) := "error" if {
	kind in trains
} else := "note" if {
	input.network[_].kind in {"infiniband", "roce"}
} else := "warning"

# one_fabric holds where a link reaches GPUs of other nodes, as in a rack of trays.
one_fabric(ways) if {
	input.gpu.link_domain_max >= ways
	not input.gpu.form_factor in {"pcie", "sxm", "oam"}
}

# alone is a workload that has all of its GPUs to itself.
alone(workload) if {
	workload.kind == "inference"
	workload.instances == 1
	input.server.schedule == "exclusive"
}

alone(workload) if {
	workload.kind == "inference"
	workload.instances == 1
	not input.workloads[1]
}

# filling is what uses all GPUs: more replicas, or fewer GPUs where none are whole.
filling(p) := {"what": "replicas", "next": (p.ranks * p.data) / p.product} if {
	(p.ranks * p.data) % p.product == 0
} else := {"what": "gpus", "next": p.product}

# indivisible is what to say of heads that tensor parallelism does not divide. Of KV
# heads, several ranks may have the same.
indivisible(workload, ways) := {"message": "fail_heads", "values": {"heads": workload.shape.heads}} if {
	workload.shape.heads % ways != 0
} else := {"message": "fail_kv_heads", "values": {"heads": workload.shape.kv_heads}} if {
	not workload.shape.mla
	workload.shape.kv_heads % ways != 0
	ways % workload.shape.kv_heads != 0
}

# undivided is what expert parallelism does not divide.
undivided(workload, p) := {"what": "experts", "number": workload.shape.experts} if {
	workload.shape.experts % p.expert != 0
} else := {"what": "data-parallel GPUs", "number": p.data * p.context} if {
	(p.data * p.context) % p.expert != 0
}

degrees := [64, 48, 40, 32, 28, 24, 20, 16, 14, 12, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]

# nearest is the tensor parallelism of at most so many ways that divides the heads
# and the GPUs, fixed being divided already, and what another degree gets to.
nearest(workload, most, gpus, fixed, other) := {
	"help": "nearest",
	"fix": [
		{"path": array.concat(workload.path, ["parallelism", "tensor"]), "value": next},
		{"path": array.concat(workload.path, other), "value": gpus / (fixed * next)},
	],
	"values": {"next": next, "what": other[count(other) - 1], "number": gpus / (fixed * next)},
} if {
	not opaque(workload)
	next := [ways |
		some ways in degrees
		ways <= most
		gpus % (fixed * ways) == 0
		not indivisible(workload, ways)
	][0]
} else := {"help": "none"}

# opaque is a workload with degrees that the input does not have.
opaque(workload) if contains(workload.gpu.missing, "attention_data")

opaque(workload) if contains(workload.gpu.missing, "expert")

# fewer_experts is the next expert parallelism below that divides the experts and
# the data-parallel GPUs.
fewer_experts(experts, p) := [ways |
	some ways in degrees
	ways < p.expert
	experts % ways == 0
	(p.data * p.context) % ways == 0
][0]
