package rackvet.lib.power_test

import data.rackvet.lib.power

# Four cards take 1380 W with 15 % for the rest, and a CPU at most 575 W more: of a
# supply 87 % may be taken, 2247.1 W for 1955 W.
test_which_part_is_lacking if {
	power.lacking == "gpu" with input as json.remove(_cards(2000), ["gpu/tdp_watts"])
	power.lacking == "cpu" with input as _unknown_cpu(1380)
	power.lacking == "cpu" with input as _unknown_cpu(2247)
	not power.lacking with input as _unknown_cpu(1379)
	not power.lacking with input as _unknown_cpu(2248)
	not power.lacking with input as _cards(2000)
}

test_a_platform_lacks_nothing if {
	shipped := {"platform": {"gpu_id": "card", "gpu_count": 4, "power_max_watts": 1900}}
	not power.lacking with input as object.union(_unknown_cpu(2000), shipped)
	other := object.union(shipped, {"platform": {"gpu_count": 8}})
	power.lacking == "cpu" with input as object.union(_unknown_cpu(2000), other)
}

test_a_redundancy_is_written_as_in_a_spec if power.redundancy(5, 1) == "5+1"

_unknown_cpu(rating) := json.remove(_cards(rating), ["cpu/tdp_watts"])

_cards(rating) := {
	"server": {"written": ["gpu", "cpu", "memory", "power"]},
	"gpu": {"id": "card", "count": 4, "tdp_watts": 300, "form_factor": "pcie"},
	"cpu": {"sockets": 1, "tdp_watts": 280},
	"storage": [],
	"network": [],
	"power": {"supplies": 1, "rating_watts": rating},
}
