# METADATA
# title: Full fine-tuning that adapters would make fit
# description: |
#   A full fine-tuning run that does not fit its GPUs, and what the same run takes
#   as LoRA or QLoRA.
# related_resources:
# - description: memory of full fine-tuning, FastChat
#   ref: https://github.com/lm-sys/FastChat/issues/2322
# - description: low-rank adapters
#   ref: https://arxiv.org/abs/2106.09685
# - description: adapters on a model in four bits
#   ref: https://arxiv.org/abs/2305.14314
# schemas:
# - input: schema.input
# custom:
#   levels: [note]
#   figures: [gpu.memory, gpu.reported_memory, platform.gpu.model]
#   unit: bytes
#   bound: max
#   applies_to: full fine-tuning runs
#   since: 0.1.0
#   evidence:
#   - {name: usable_memory, unit: bytes, path: [gpu, model]}
#   - {name: as_lora, unit: bytes}
#   - {name: as_qlora, unit: bytes}
#   units: {needs: bytes}
#   messages:
#     pass: full fine-tuning takes {observed} of a GPU, of at most {limit}
#     fail: full fine-tuning takes {observed} of a GPU, more than {limit}, and as {method} it would take {needs}
#     undecided: "whether full fine-tuning fits, or adapters would, is not known: {reason}"
#     skipped: no workload fine-tunes a whole model
#     skipped_near: full fine-tuning may fit or not, which is the matter of headroom/gpu-memory
#     skipped_neither: full fine-tuning does not fit, and with adapters it would not either
#   helps:
#     fail: Write method = "{method}" if adapters are good enough for the task, or follow the help of headroom/gpu-memory.
package rackvet.rules.fit["finetune-method"]

import data.rackvet.lib.compare
import data.rackvet.lib.places

limit := data.rackvet.params["headroom/gpu-memory"].limit.value

results contains {"outcome": "skipped", "level": "note", "path": []} if not full

results contains judgement(workload) if {
	some workload in input.workloads
	whole(workload)
}

full if {
	some workload in input.workloads
	whole(workload)
}

# whole is a run that trains all parameters, which is the default.
whole(workload) if {
	workload.kind == "finetuning"
	not workload.method
}

whole(workload) if {
	workload.kind == "finetuning"
	workload.method == "full"
}

judgement(workload) := {
	"outcome": "undecided",
	"level": "note",
	"path": array.concat(workload.path, ["method"]),
	"related": places.gpu_memory,
	"values": {"reason": reason},
} if {
	reason := unknown(workload)
} else := {
	"outcome": "pass",
	"level": "note",
	"path": array.concat(workload.path, ["method"]),
	"observed": workload.gpu.bytes,
	"limit": limit * input.gpu.usable_bytes,
} if {
	compare.at_most(workload.gpu.bytes, limit * input.gpu.usable_bytes)
} else := {
	"outcome": "skipped",
	"level": "note",
	"message": "skipped_near",
	"path": array.concat(workload.path, ["method"]),
} if {
	compare.at_most(workload.gpu.low_bytes, limit * input.gpu.usable_bytes)
} else := {
	"outcome": "fail",
	"level": "note",
	"path": array.concat(workload.path, ["method"]),
	"observed": workload.gpu.bytes,
	"limit": limit * input.gpu.usable_bytes,
	"evidence": {
		"usable_memory": input.gpu.usable_bytes,
		"as_lora": workload.lora_bytes,
		"as_qlora": workload.qlora_bytes,
	},
	"fix": [{"path": array.concat(workload.path, ["method"]), "value": adapters.method}],
	"values": adapters,
} if {
	adapters := fitting(workload)
} else := {
	"outcome": "skipped",
	"level": "note",
	"message": "skipped_neither",
	"path": array.concat(workload.path, ["method"]),
}

# unknown is what is missing. The demand of a run is known with adapters if it is
# without.
unknown(workload) := "the memory of the GPU is not" if {
	not input.gpu.usable_bytes
} else := workload.gpu.missing if {
	not workload.lora_bytes
}

# fitting is the method that changes less, at the high end of its estimate.
fitting(workload) := {"method": "lora", "needs": workload.lora_bytes} if {
	compare.at_most(workload.lora_bytes, limit * input.gpu.usable_bytes)
} else := {"method": "qlora", "needs": workload.qlora_bytes} if {
	compare.at_most(workload.qlora_bytes, limit * input.gpu.usable_bytes)
}
