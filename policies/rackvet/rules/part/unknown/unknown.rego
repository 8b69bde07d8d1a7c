# METADATA
# title: Part, model or platform that nothing describes
# description: |
#   Every GPU, CPU, model and platform that the spec names is in the catalogue or
#   described by the spec itself.
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning]
#   applies_to: every server
#   since: 0.1.0
#   messages:
#     pass: all names lead to entries of the catalogue or of the spec
#     fail: no {kind} "{written}" is known
#     fail_cpu: the family of the CPU "{written}" can't be told
#   helps:
#     fail_gpu: 'Describe it in a block part "gpu" "<id>": its memory, links, pcie and tdp.'
#     fail_gpu_near: 'Did you mean {near}? Else describe it in a block part "gpu" "<id>": its memory, links, pcie and tdp.'
#     fail_cpu: 'Describe it in a block part "cpu" "<id>": its memory_channels and pcie_lanes.'
#     fail_cpu_near: 'Did you mean {near}? Else describe it in a block part "cpu" "<id>": its memory_channels and pcie_lanes.'
#     fail_model: 'Describe it in a block model "<id>", or read its config by hf_config("config.json").'
#     fail_model_near: 'Did you mean {near}? Else describe it in a block model "<id>", or read its config by hf_config("config.json").'
#     fail_platform: Write the blocks gpu, cpu and memory instead.
#     fail_platform_near: Did you mean {near}? Else write the blocks gpu, cpu and memory.
package rackvet.rules.part.unknown

import data.rackvet.lib.words

results contains {"outcome": "pass", "level": "error", "path": []} if {
	every name in input.unresolved { name.candidates[0] }
}

results contains {
	"outcome": "fail",
	"level": "warning",
	"message": "fail_cpu",
	"help": concat("", ["fail_cpu", near(name)]),
	"path": name.path,
	"values": {"written": name.written, "near": words.alternatives(name.suggestions)},
} if {
	some name in input.unresolved
	name.kind == "cpu"
	not name.candidates[0]
}

results contains {
	"outcome": "fail",
	"level": "error",
	"help": concat("", ["fail_", name.kind, near(name)]),
	"path": name.path,
	"values": {"kind": kinds[name.kind], "written": name.written, "near": words.alternatives(name.suggestions)},
} if {
	some name in input.unresolved
	name.kind != "cpu"
	not name.candidates[0]
}

near(name) := "_near" if name.suggestions[0]

else := ""

kinds := {"gpu": "GPU", "model": "model", "platform": "platform"}
