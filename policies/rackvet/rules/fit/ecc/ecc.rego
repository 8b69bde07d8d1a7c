# METADATA
# title: Long work on memory that does not correct errors
# description: |
#   Training and serving for days on many GPUs, or beside much host memory,
#   without error correction.
# related_resources:
# - description: DRAM errors in the wild, a field study
#   ref: https://research.google/pubs/dram-errors-in-the-wild-a-large-scale-field-study/
# - description: interruptions of a training run by cause, table 5
#   ref: https://arxiv.org/abs/2407.21783
# schemas:
# - input: schema.input
# custom:
#   levels: [note]
#   figures: [gpu.ecc, platform.gpu.model, platform.memory.ecc]
#   bound: max
#   applies_to: servers that train or serve
#   since: 0.1.0
#   units: {fleet: count}
#   messages:
#     pass: "{what} corrects errors"
#     pass_small: "{observed} of host memory may go without error correction, as all below {limit}"
#     pass_few: "{observed} GPUs may go without error correction, as all below {limit}"
#     fail: "{observed} of host memory run for days and do not correct errors"
#     fail_gpu: "{observed} GPUs run for days, and memory of {gpu} does not correct errors"
#     undecided: "{fleet} GPUs run for days, and whether memory of {gpu} corrects errors is not known"
#     skipped: no workload trains or serves a model
#     skipped_unwritten: whether host memory corrects errors is not said
#   helps:
#     fail: Take modules with ECC and write ecc = true. Without it an error ends in a crash or in a wrong number that nobody sees.
#     fail_gpu: Take a GPU whose memory corrects errors, or keep checkpoints far enough back and compare runs.
#     undecided: Give ecc in the part block of the GPU.
package rackvet.rules.fit.ecc

params := data.rackvet.params["fit/ecc"]

results contains {"outcome": "skipped", "level": "note", "path": []} if not long

results contains host if long

results contains gpu if long

# long is work that goes on for days.
long if input.workloads[_].kind in {"training", "finetuning", "inference"}

host := {
	"outcome": "pass",
	"level": "note",
	"path": ["memory", "ecc"],
	"values": {"what": "host memory"},
} if {
	input.memory.ecc
} else := {
	"outcome": "skipped",
	"level": "note",
	"message": "skipped_unwritten",
	"path": ["memory"],
} if {
	not input.memory.ecc == false
} else := {
	"outcome": "pass",
	"level": "note",
	"message": "pass_small",
	"path": ["memory", "ecc"],
	"observed": input.server.nodes * input.memory.capacity_bytes,
	"limit": params.host.value,
	"unit": "bytes",
} if {
	input.server.nodes * input.memory.capacity_bytes < params.host.value
} else := {
	"outcome": "fail",
	"level": "note",
	"path": ["memory", "ecc"],
	"observed": input.server.nodes * input.memory.capacity_bytes,
	"limit": params.host.value,
	"unit": "bytes",
	"fix": [{"path": ["memory", "ecc"], "value": true}],
}

gpu := {
	"outcome": "pass",
	"level": "note",
	"path": ["gpu", "model"],
	"values": {"what": concat(" ", ["memory of", input.gpu.written])},
} if {
	input.gpu.ecc
} else := {
	"outcome": "pass",
	"level": "note",
	"message": "pass_few",
	"path": ["gpu", "model"],
	"observed": input.server.nodes * input.gpu.count,
	"limit": params.gpus.value,
	"unit": "count",
} if {
	input.server.nodes * input.gpu.count < params.gpus.value
} else := {
	"outcome": "fail",
	"level": "note",
	"message": "fail_gpu",
	"help": "fail_gpu",
	"path": ["gpu", "model"],
	"observed": input.server.nodes * input.gpu.count,
	"limit": params.gpus.value,
	"unit": "count",
	"values": {"gpu": input.gpu.written},
} if {
	input.gpu.ecc == false
} else := {
	"outcome": "undecided",
	"level": "note",
	"path": ["gpu", "model"],
	"values": {"gpu": input.gpu.written, "fleet": input.server.nodes * input.gpu.count},
}
