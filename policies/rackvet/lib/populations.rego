# METADATA
# title: Populations of memory modules
# description: |
#   The ways to fill every channel of the CPUs alike, of which rules suggest the
#   least that is enough.
# schemas:
# - input: schema.input
package rackvet.lib.populations

import data.rackvet.lib.compare

# least is the smallest population of at least so many bytes; its count is 0 where
# none is large enough or the channels are not known.
least(bytes) := [population |
	some population in input.memory.populations
	compare.at_least(population.capacity_bytes, bytes)
][0] if {
	compare.at_least(largest, bytes)
} else := {
	"count": 0,
	"size_bytes": 0,
	"capacity_bytes": null,
}

largest := input.memory.populations[count(input.memory.populations) - 1].capacity_bytes if {
	input.memory.populations[0]
} else := 0

# fix writes that population where one group of modules or none is listed, and else
# nothing. Where the channels are not known, it writes the bytes.
fix(bytes) := written(least(bytes), bytes)

written(population, bytes) := [{"path": ["memory", "capacity"], "value": bytes, "unit": "bytes"}] if {
	population.count == 0
	not input.memory.dimms[0]
} else := [{"path": ["memory", "capacity"], "value": population.capacity_bytes, "unit": "bytes"}] if {
	population.count > 0
	not input.memory.dimms[0]
} else := [
	{"path": ["memory", "capacity"], "value": population.capacity_bytes, "unit": "bytes"},
	{"path": ["memory", "dimm", 0, "count"], "value": population.count},
	{"path": ["memory", "dimm", 0, "size"], "value": population.size_bytes, "unit": "bytes"},
] if {
	population.count > 0
	not input.memory.dimms[1]
} else := []
