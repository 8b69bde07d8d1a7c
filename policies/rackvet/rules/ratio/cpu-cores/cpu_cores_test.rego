package rackvet.rules.ratio["cpu-cores_test"]

import data.rackvet.rules.ratio["cpu-cores"] as rule

test_pass_whole_result if {
	found := rule.results with input as _node(2, 16, 8)
	found == {{
		"outcome": "pass",
		"level": "warning",
		"path": ["cpu", "model"],
		"observed": 4,
		"limit": 4,
		"evidence": {"cores": 32, "gpus": 8},
		"values": {"sockets": 2, "each": 16},
	}}
}

test_fail_whole_result if {
	found := rule.results with input as _node(1, 31, 8)
	found == {{
		"outcome": "fail",
		"level": "warning",
		"message": "fail",
		"help": "fail_sockets",
		"path": ["cpu", "model"],
		"observed": 31 / 8,
		"limit": 4,
		"fix": [{"path": ["cpu", "sockets"], "value": 2}],
		"evidence": {"cores": 31, "gpus": 8},
		"values": {"sockets": 1, "each": 31, "sockets_needed": 2, "cores_needed": 32},
	}}
}

test_fail_where_no_board_holds_enough_sockets if {
	found := _only(_node(2, 8, 8))
	[found.outcome, found.help, found.fix] == ["fail", "fail_cores", []]
	[found.values.sockets_needed, found.values.cores_needed] == [4, 16]
	unknown := _only(json.remove(_node(1, 16, 8), ["cpu/sockets_max"]))
	[unknown.help, unknown.fix] == ["fail_cores", []]
}

# DGX-2: 2 × 24 cores for 16 GPUs (mlcommons/training_results_v0.6, NVIDIA/systems).
test_pass_a_platform_as_its_vendor_ships_it if {
	build := object.union(_node(2, 24, 16), {"platform": {"id": "nvidia-dgx-2"}, "server": {"written": ["workload"]}})
	found := _only(build)
	[found.outcome, found.message, found.observed] == ["pass", "pass_shipped", 3]
	found.values == {"sockets": 2, "each": 24, "platform": "nvidia-dgx-2"}
}

test_fail_a_platform_with_other_processors_or_gpus if {
	every block in ["cpu", "gpu"] {
		build := object.union(_node(2, 24, 16), {"platform": {"id": "nvidia-dgx-2"}, "server": {"written": [block]}})
		_only(build).outcome == "fail"
	}
}

test_pass_cores_that_the_spec_writes_without_a_model if {
	_only(json.remove(_node(1, 4, 1), ["cpu/written"])).outcome == "pass"
}

test_fail_the_largest_of_the_family_has_too_few if {
	found := _only(_family(15, 8))
	[found.outcome, found.message, found.observed] == ["fail", "fail_most", 30 / 8]
	[found.help, found.values.cores_needed] == ["fail_cores", 16]
	_only(_node(2, 5, 5)).values.cores_needed == 10
	_only(json.remove(_node(3, 6, 5), ["cpu/sockets_max"])).values.cores_needed == 7
}

test_undecided_where_the_largest_of_the_family_has_enough if {
	found := rule.results with input as _family(16, 8)
	found == {{
		"outcome": "undecided",
		"level": "warning",
		"path": ["cpu", "model"],
		"values": {"cpu": "x"},
	}}
}

test_skipped_where_nothing_is_known_of_the_processor if {
	found := rule.results with input as json.remove(_family(16, 8), ["cpu/cores_max"])
	found == {{"outcome": "skipped", "level": "warning", "path": ["cpu"]}}
}

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_node(sockets, cores, gpus) := {
	"server": {"written": ["cpu", "gpu", "memory"]},
	"cpu": {"written": "x", "sockets": sockets, "cores": cores, "sockets_max": 2},
	"gpu": {"written": "x", "count": gpus},
}

_family(most, gpus) := {
	"server": {"written": ["cpu", "gpu", "memory"]},
	"cpu": {"written": "x", "sockets": 2, "cores_max": most, "sockets_max": 2},
	"gpu": {"written": "x", "count": gpus},
}
