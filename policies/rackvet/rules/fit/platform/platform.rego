# METADATA
# title: GPUs that the platform does not have
# description: |
#   The model, the number and the link of the GPUs that a spec writes beside a
#   platform, held against those that the platform is sold with.
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning]
#   figures: [platform.gpu, gpu.form_factor]
#   unit: count
#   bound: max
#   applies_to: servers that name a platform and write GPUs of their own
#   since: 0.1.0
#   messages:
#     pass_model: "{platform} is sold with {gpu}"
#     pass_count: "{observed} GPUs fit {platform}, which is sold with {limit}"
#     pass_link: "{gpu} can be joined by {link} in {platform}"
#     fail_form: "{platform} takes {shipped} ({shipped_form}), and {gpu} is {form}"
#     fail_model: "{platform} is sold with {shipped}, and the spec writes {gpu}"
#     fail_more: "{platform} is sold with {limit} GPUs, and the spec writes {observed}"
#     fail_fewer: the board of {platform} has {limit} GPUs, and the spec writes {observed}
#     fail_link: the board of {platform} joins its GPUs by {shipped}, and the spec writes {link}
#     undecided: whether {gpu} fits {platform} is not known
#     skipped: the server names no platform of the catalogue
#     skipped_own: the GPUs are those of {platform}
#   helps:
#     fail_form: Write model = "{shipped}", or describe another server without the platform.
#     fail_model: Write model = "{shipped}" if it is the platform as sold. Else ask the vendor for the configuration.
#     fail_more: Write count = {limit} if it is the platform as sold. Else ask the vendor whether there are slots, power and cooling for more.
#     fail_fewer: Write count = {limit}, as GPUs of a board are not sold one by one.
#     fail_link: Write link = "{shipped}", or leave it out.
#     undecided: Name a GPU of the catalogue by its id.
package rackvet.rules.fit.platform

results contains {"outcome": "skipped", "level": "error", "path": []} if not input.platform

results contains {
	"outcome": "skipped",
	"level": "error",
	"message": "skipped_own",
	"path": ["platform"],
	"values": {"platform": input.platform.id},
} if {
	input.platform
	not "gpu" in input.server.written
}

results contains model if beside

results contains size if beside

results contains link if {
	beside
	board
	input.gpu.link_written
	input.platform.link
	input.gpu.form_factor == input.platform.form_factor
}

beside if {
	input.platform
	"gpu" in input.server.written
}

# board holds where GPUs come on a board, as against one by one for slots.
board if not input.platform.form_factor in {"pcie"}

sold := [{"path": ["platform"], "message": "what it is sold with"}]

model := {
	"outcome": "pass",
	"level": "error",
	"message": "pass_model",
	"path": ["gpu", "model"],
	"values": {"platform": input.platform.id, "gpu": input.gpu.written},
} if {
	input.gpu.id == input.platform.gpu_id
} else := {
	"outcome": "pass",
	"level": "error",
	"message": "pass_model",
	"path": ["gpu", "model"],
	"values": {"platform": input.platform.id, "gpu": input.gpu.written},
} if {
	input.platform.gpu_id in input.gpu.candidates
} else := {
	"outcome": "fail",
	"level": "error",
	"message": "fail_form",
	"help": "fail_form",
	"path": ["gpu", "model"],
	"related": sold,
	"fix": [{"path": ["gpu", "model"], "value": input.platform.gpu_id}],
	"values": {
		"platform": input.platform.id,
		"shipped": input.platform.gpu_id,
		"shipped_form": input.platform.form_factor,
		"gpu": input.gpu.written,
		"form": input.gpu.form_factor,
	},
} if {
	input.gpu.form_factor != input.platform.form_factor
} else := {
	"outcome": "fail",
	"level": "warning",
	"message": "fail_model",
	"help": "fail_model",
	"path": ["gpu", "model"],
	"related": sold,
	"fix": [{"path": ["gpu", "model"], "value": input.platform.gpu_id}],
	"values": {"platform": input.platform.id, "shipped": input.platform.gpu_id, "gpu": input.gpu.written},
} if {
	input.gpu.form_factor == input.platform.form_factor
} else := {
	"outcome": "undecided",
	"level": "error",
	"path": ["gpu", "model"],
	"values": {"platform": input.platform.id, "gpu": input.gpu.written},
}

size := {
	"outcome": "pass",
	"level": "error",
	"message": "pass_count",
	"path": ["gpu", "count"],
	"observed": input.gpu.count,
	"limit": input.platform.gpu_count,
	"values": {"platform": input.platform.id},
} if {
	fits
} else := {
	"outcome": "fail",
	"level": more_level,
	"message": "fail_more",
	"help": "fail_more",
	"path": ["gpu", "count"],
	"observed": input.gpu.count,
	"limit": input.platform.gpu_count,
	"related": sold,
	"fix": [{"path": ["gpu", "count"], "value": input.platform.gpu_count}],
	"values": {"platform": input.platform.id},
} if {
	input.gpu.count > input.platform.gpu_count
} else := {
	"outcome": "fail",
	"level": "warning",
	"message": "fail_fewer",
	"help": "fail_fewer",
	"path": ["gpu", "count"],
	"observed": input.gpu.count,
	"limit": input.platform.gpu_count,
	"bound": "min",
	"related": sold,
	"fix": [{"path": ["gpu", "count"], "value": input.platform.gpu_count}],
	"values": {"platform": input.platform.id},
}

fits if input.gpu.count == input.platform.gpu_count

fits if {
	input.gpu.count < input.platform.gpu_count
	not board
}

more_level := "error" if {
	board
} else := "warning"

link := {
	"outcome": "pass",
	"level": "error",
	"message": "pass_link",
	"path": ["gpu", "link"],
	"values": {"platform": input.platform.id, "gpu": input.gpu.written, "link": input.gpu.link},
} if {
	same_link
} else := {
	"outcome": "fail",
	"level": "warning",
	"message": "fail_link",
	"help": "fail_link",
	"path": ["gpu", "link"],
	"related": sold,
	"fix": [{"path": ["gpu", "link"], "value": input.platform.link}],
	"values": {"platform": input.platform.id, "shipped": input.platform.link, "link": input.gpu.link},
}

same_link if input.gpu.link == input.platform.link

# NVLink is what people call it, with a switch or without.
same_link if {
	input.gpu.link in {"nvlink", "nvswitch"}
	input.platform.link in {"nvlink", "nvswitch"}
}
