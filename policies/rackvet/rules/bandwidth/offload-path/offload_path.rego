# METADATA
# title: Offloaded states through the slot of a GPU
# description: |
#   What one optimizer step of a run with offload moves over the slot of a GPU,
#   as time at the speed of the slot, held against the time of whole steps.
# related_resources:
# - description: steps with and without offload, measured
#   ref: https://github.com/deepspeedai/DeepSpeed/issues/3901
# - description: ZeRO-Offload
#   ref: https://arxiv.org/abs/2101.06840
# schemas:
# - input: schema.input
# custom:
#   levels: [warning, note]
#   figures: [gpu.pcie, model.parameters, model.component, model.tower, platform.gpu.model, platform.gpu.pcie]
#   unit: seconds
#   bound: max
#   applies_to: full training and fine-tuning with offload
#   since: 0.1.0
#   evidence:
#   - {name: moved, unit: bytes}
#   - {name: slot, unit: bytes/s, path: [gpu, pcie], formula: "{efficiency} of {line_rate}"}
#   - {name: micro_batches, unit: count}
#   units: {line_rate: bytes/s}
#   messages:
#     pass: a step moves {moved} over the slot of a GPU in {observed}, at most {limit}
#     fail: a step moves {moved} over the slot of a GPU in {observed}, over {limit}
#     fail_long: a step moves {moved} over the slot of a GPU in {observed}, as long as a whole step takes without offload ({limit})
#     undecided: a step moves {moved} over the slot of a GPU, and which slot {gpu} has is not known
#     skipped: no run offloads what it trains
#     skipped_coherent: "{gpu} reaches host memory over a coherent link, and not over its slot"
#   helps:
#     fail_slot: Give each GPU a slot of {wider}.
#     fail_states: Divide the states over more GPUs, or keep them on the GPU by an optimizer that takes less, as adamw-8bit, or by LoRA.
#     undecided: Write the GPU block's pcie, or name a GPU of the catalogue by its id.
package rackvet.rules.bandwidth["offload-path"]

import data.rackvet.lib.compare
import data.rackvet.lib.pcie
import data.rackvet.lib.places

params := data.rackvet.params["bandwidth/offload-path"]

results contains {"outcome": "skipped", "level": "warning", "path": []} if not offloading

offloading if input.workloads[_].offload_step_bytes

results contains judgement(workload, workload.offload_step_bytes) if some workload in input.workloads

judgement(workload, bytes) := {
	"outcome": "skipped",
	"level": "warning",
	"message": "skipped_coherent",
	"path": workload.path,
	"values": {"gpu": input.gpu.written},
} if {
	input.gpu.coherent_host
} else := {
	"outcome": "undecided",
	"level": "warning",
	"path": workload.path,
	"evidence": {"moved": bytes},
	"related": places.gpu,
	"values": {"gpu": input.gpu.written},
} if {
	not input.gpu.pcie
} else := timed(workload, bytes, bytes / (params.efficiency.value * input.gpu.pcie.per_direction), micro_batches(workload))

# timed holds the time against that of whole steps, of which a run with several
# micro-batches has as many in one.
timed(workload, bytes, seconds, n) := {
	"outcome": "pass",
	"level": "warning",
	"path": workload.path,
	"observed": seconds,
	"limit": params.part.value * n,
	"evidence": {"moved": bytes, "slot": params.efficiency.value * input.gpu.pcie.per_direction, "micro_batches": n},
	"related": related,
	"values": {"line_rate": input.gpu.pcie.per_direction},
} if {
	compare.at_most(seconds, params.part.value * n)
} else := {
	"outcome": "fail",
	"level": form.level,
	"message": form.message,
	"help": advice.help,
	"path": workload.path,
	"observed": seconds,
	"limit": form.limit,
	"fix": advice.fix,
	"evidence": {"moved": bytes, "slot": params.efficiency.value * input.gpu.pcie.per_direction, "micro_batches": n},
	"related": related,
	"values": {"line_rate": input.gpu.pcie.per_direction, "wider": advice.wider},
} if {
	form := over(seconds, n)
	advice := widen(seconds, params.part.value * n)
}

related := [{"path": ["gpu", "pcie"], "message": "the slot"}]

over(seconds, n) := {"level": "note", "message": "fail", "limit": params.part.value * n} if {
	compare.at_most(seconds, params.step.value * n)
} else := {"level": "warning", "message": "fail_long", "limit": params.step.value * n}

# micro_batches is how often a step goes through the model, which shows in what it
# moves: the weights once after the optimizer, and with all offloaded twice for each.
micro_batches(workload) := max([1, round((passes - 1) / 2)]) if {
	workload.offload == "all"
	passes := (workload.offload_step_bytes * ranks(workload)) / (workload.model_parameters * width(workload))
} else := 1

ranks(workload) := ((workload.parallelism.tensor * workload.parallelism.pipeline) * workload.parallelism.data) * workload.parallelism.context if {
	workload.sharding in {"zero1", "zero2", "zero3"}
} else := workload.parallelism.tensor * workload.parallelism.pipeline

# width is the bytes of a weight in the computation.
width(workload) := 4 if {
	workload.precision == "fp32"
} else := 2

# widen is the part's own lanes, where that is enough.
widen(seconds, limit) := {
	"help": "fail_slot",
	"fix": [{"path": ["gpu", "pcie"], "value": wider}],
	"wider": wider,
} if {
	compare.at_most((seconds * input.gpu.pcie.lanes) / input.gpu.part_pcie.lanes, limit)
	wider := pcie.slot(input.gpu.pcie.generation, input.gpu.part_pcie.lanes)
} else := {"help": "fail_states", "fix": [], "wider": ""}
