# METADATA
# title: Power limit that nobody knows
# description: |
#   Where supplies are given and power/supply has no answer, this says once which
#   part's power limit it lacks. A part that is not known at all is the matter of
#   part/unknown and part/ambiguous.
# related_resources:
# - description: power limits of GPUs, as the driver shows them
#   ref: https://docs.nvidia.com/deploy/nvidia-smi/index.html
# schemas:
# - input: schema.input
# custom:
#   levels: [note]
#   applies_to: servers whose power supplies are given
#   since: 0.1.0
#   messages:
#     pass: what the parts take is known well enough to judge the power supplies
#     fail: the power limit of {part} is not known, and the power supplies can't be judged without it
#     skipped: the server says nothing of power supplies
#     skipped_unknown: "{part} has to be known before its power limit"
#   helps:
#     fail_gpu: Write gpu.power_limit if the GPUs are capped, or give the GPU's own limit as tdp in its part block.
#     fail_cpu: Give the CPU's own limit as tdp in its part block.
package rackvet.rules.power["unknown-limit"]

import data.rackvet.lib.power

results contains judgement

# Not every limit is missed: a platform's own figure does without, and supplies may
# be ample or too few whatever the limit.
judgement := {"outcome": "skipped", "level": "note", "path": []} if {
	not input.power
} else := {"outcome": "pass", "level": "note", "path": ["power", "rating"]} if {
	not power.lacking
} else := {
	"outcome": "skipped",
	"level": "note",
	"message": "skipped_unknown",
	"path": ["gpu", "model"],
	"values": {"part": input.gpu.written},
} if {
	power.lacking == "gpu"
	not input.gpu.id
} else := {
	"outcome": "fail",
	"level": "note",
	"help": "fail_gpu",
	"path": ["gpu", "model"],
	"values": {"part": input.gpu.written},
} if {
	power.lacking == "gpu"
} else := {
	"outcome": "skipped",
	"level": "note",
	"message": "skipped_unknown",
	"path": ["cpu", "model"],
	"values": {"part": cpu},
} if {
	not input.cpu.family
} else := {
	"outcome": "fail",
	"level": "note",
	"help": "fail_cpu",
	"path": ["cpu", "model"],
	"values": {"part": cpu},
}

cpu := input.cpu.written if {
	input.cpu.written
} else := "the CPU"
