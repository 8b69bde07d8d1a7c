# METADATA
# title: Link that the GPU can't have
# description: |
#   The link that a spec gives its GPUs is one that the part can be joined by,
#   and a bridge joins no more cards than one link domain of the part holds.
# related_resources:
# - description: NVLink and NVSwitch by GPU
#   ref: https://www.nvidia.com/en-us/data-center/nvlink/
# - description: network of accelerators
#   ref: https://github.com/stas00/ml-engineering/tree/master/network
# schemas:
# - input: schema.input
# custom:
#   levels: [error]
#   figures: [gpu.links, gpu.link_domain, platform.gpu.model, platform.gpu.link, platform.gpu.bridge]
#   unit: count
#   bound: max
#   applies_to: servers with several GPUs, or with a link written
#   since: 0.1.0
#   units: {bridge: count}
#   messages:
#     pass: "{gpu} can be joined by the {link} it has"
#     pass_bridge: "{gpu} can be joined by {link}: bridges of {observed} cards, of at most {limit}"
#     pass_none: no link is asked beyond the slots ({link})
#     fail: "{gpu} can't be joined by {link}: it takes {possible}"
#     fail_bridge: a bridge of {observed} cards is wider than the {limit} that one link domain of {gpu} holds
#     fail_no_bridge: "{gpu} takes no bridge, and one of {bridge} cards is asked"
#     undecided: whether {gpu} can be joined by the {link} that is asked is not known
#     skipped_unwritten: the spec writes no link, and which one {gpu} has is not known
#     skipped: one GPU has nothing to be joined to
#   helps:
#     fail: Write a link that the part has ({possible}), or choose a part that has {link}.
#     fail_bridge: Use bridges of {limit}; cards on different bridges reach one another over PCIe.
#     fail_no_bridge: Leave bridge out, or choose a part that takes one ({gpu} takes {possible}).
#     undecided: Name a GPU of the catalogue by its id, or describe it in a part block with its links and link_domain.
package rackvet.rules.bandwidth["link-unsupported"]

import data.rackvet.lib.places

results contains judgement

# A written link that is none of the part's comes first. One that is the
# platform's or the part's own needs no asking.
judgement := {
	"outcome": "fail",
	"level": "error",
	"path": ["gpu", "link"],
	"related": [{"path": ["gpu", "model"], "message": "the GPU"}],
	"values": {"gpu": input.gpu.written, "link": input.gpu.link, "possible": possible},
} if {
	input.gpu.link_written
	input.gpu.links
	not input.gpu.link in {"none", "pcie"}
	not input.gpu.link in input.gpu.links
} else := {
	"outcome": "fail",
	"level": "error",
	"message": "fail_no_bridge",
	"help": "fail_no_bridge",
	"path": ["gpu", "bridge"],
	"related": [{"path": ["gpu", "model"], "message": "the GPU"}],
	"values": {"gpu": input.gpu.written, "bridge": input.gpu.bridge, "possible": possible},
} if {
	input.gpu.bridge
	input.gpu.links
	not input.gpu.link_topology == "bridge"
} else := {
	"outcome": "fail",
	"level": "error",
	"message": "fail_bridge",
	"help": "fail_bridge",
	"path": ["gpu", "bridge"],
	"observed": input.gpu.bridge,
	"limit": input.gpu.link_domain_max,
	"values": {"gpu": input.gpu.written},
} if {
	input.gpu.bridge > input.gpu.link_domain_max
} else := {"outcome": "skipped", "level": "error", "path": ["gpu", "model"]} if {
	input.gpu.count == 1
	not input.gpu.link_written
} else := {
	"outcome": "pass",
	"level": "error",
	"message": "pass_none",
	"path": ["gpu", "link"],
	"values": {"link": input.gpu.link},
} if {
	input.gpu.link in {"none", "pcie"}
} else := {
	"outcome": "undecided",
	"level": "error",
	"path": ["gpu", "link"],
	"related": places.gpu,
	"values": {"gpu": input.gpu.written, "link": input.gpu.link},
} if {
	input.gpu.link_written
	unknown
} else := {
	"outcome": "skipped",
	"level": "error",
	"message": "skipped_unwritten",
	"path": ["gpu", "model"],
	"values": {"gpu": input.gpu.written},
} if {
	unknown
} else := {
	"outcome": "pass",
	"level": "error",
	"message": "pass_bridge",
	"path": ["gpu", "link"],
	"observed": input.gpu.bridge,
	"limit": input.gpu.link_domain_max,
	"values": {"gpu": input.gpu.written, "link": input.gpu.link},
} if {
	input.gpu.link_topology == "bridge"
	input.gpu.bridge
} else := {
	"outcome": "pass",
	"level": "error",
	"message": "pass",
	"path": ["gpu", "link"],
	"values": {"gpu": input.gpu.written, "link": input.gpu.link},
}

# unknown is that the link, or the width of its bridges, can't be judged.
unknown if not input.gpu.link

unknown if {
	input.gpu.link_written
	not input.gpu.links
}

unknown if {
	input.gpu.link_topology == "bridge"
	input.gpu.bridge
	not input.gpu.link_domain_max
}

# possible is every way the part can be joined; PCIe is always one.
possible := concat(", ", array.concat(input.gpu.links, ["pcie"]))
