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
#   unit: count
#   bound: max
#   applies_to: servers with several GPUs, or with a link written
#   since: 0.1.0
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

import data.rackvet.lib.place

results contains {"outcome": "skipped", "level": "error", "path": gpu_path} if {
	single
	not wide
}

results contains {
	"outcome": "fail",
	"level": "error",
	"message": "fail_bridge",
	"help": "fail_bridge",
	"path": bridge_path,
	"observed": input.gpu.bridge,
	"limit": input.gpu.link_domain_max,
	"unit": "count",
	"bound": "max",
	"evidence": evidence,
	"values": values,
} if {
	wide
	not bridgeless
	not foreign
}

results contains {
	"outcome": "fail",
	"level": "error",
	"message": "fail_no_bridge",
	"help": "fail_no_bridge",
	"path": bridge_path,
	"evidence": array.concat([bridge], evidence),
	"values": values,
} if {
	bridgeless
	not foreign
}

results contains {
	"outcome": "fail",
	"level": "error",
	"path": link_path,
	"evidence": evidence,
	"values": values,
} if {
	foreign
}

results contains {
	"outcome": "undecided",
	"level": "error",
	"path": link_path,
	"evidence": evidence,
	"values": values,
} if {
	not single
	not wide
	not foreign
	not settled
	input.gpu.link_written
}

# Nothing is asked that could be wrong.
results contains {
	"outcome": "skipped",
	"level": "error",
	"message": "skipped_unwritten",
	"path": gpu_path,
	"values": values,
} if {
	not single
	not wide
	not settled
	not input.gpu.link_written
}

results contains object.union(passed, {
	"outcome": "pass",
	"level": "error",
	"path": link_path,
	"evidence": evidence,
	"values": values,
}) if {
	not single
	not wide
	not foreign
	settled
}

# single is one GPU of which the spec says no link.
single if {
	input.gpu.count == 1
	not input.gpu.link_written
}

# wide is a bridge beyond the part's domain, or on a part that takes none.
wide if input.gpu.bridge > input.gpu.link_domain_max

wide if bridgeless

bridgeless if {
	input.gpu.bridge
	input.gpu.links
	not "nvlink-bridge" in input.gpu.links
}

# foreign is a written link that is none of the part's. A link that is the
# platform's or the part's own needs no asking.
foreign if {
	input.gpu.link_written
	joined
	input.gpu.links
	not input.gpu.link in input.gpu.links
}

joined if not input.gpu.link in {"none", "pcie"}

# settled is that the link, and the width of its bridges, could be judged.
settled if {
	input.gpu.link
	not joined
}

settled if {
	known
	not bridged
}

settled if {
	known
	input.gpu.link_domain_max
}

known if {
	input.gpu.link
	input.gpu.links
}

known if {
	input.gpu.link
	not input.gpu.link_written
}

# bridged is bridges whose width must be judged.
bridged if {
	input.gpu.link == "nvlink-bridge"
	input.gpu.bridge
}

passed := {
	"message": "pass_bridge",
	"observed": input.gpu.bridge,
	"limit": input.gpu.link_domain_max,
	"unit": "count",
	"bound": "max",
} if {
	bridged
} else := {"message": "pass"} if {
	joined
} else := {"message": "pass_none"}

gpu_path := place.of(input.server.written, ["gpu", "model"])

bridge_path := place.of(input.server.written, ["gpu", "bridge"])

bridge := {"name": "bridge", "value": input.gpu.bridge, "unit": "count", "path": bridge_path}

link_path := place.of(input.server.written, ["gpu", "link"])

evidence := array.concat(
	[{"name": "link", "value": input.gpu.link, "path": link_path} | input.gpu.link],
	[{"name": "links", "value": possible, "path": gpu_path} | input.gpu.links],
)

# possible is every way the part can be joined; PCIe is always one.
possible := concat(", ", array.concat(object.get(input.gpu, "links", []), ["pcie"]))

values := {"gpu": input.gpu.written, "possible": possible}
