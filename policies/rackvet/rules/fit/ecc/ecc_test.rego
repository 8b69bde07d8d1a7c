package rackvet.rules.fit.ecc_test

import data.rackvet.rules.fit.ecc as rule

test_pass_whole_results if {
	found := rule.results with input as _server(true, true, 8, 512)
	found == {
		{
			"outcome": "pass",
			"level": "note",
			"path": ["memory", "ecc"],
			"values": {"what": "host memory"},
		},
		{
			"outcome": "pass",
			"level": "note",
			"path": ["gpu", "model"],
			"values": {"what": "memory of x"},
		},
	}
}

test_fail_whole_results if {
	found := rule.results with input as _server(false, false, 8, 256)
	found == {
		{
			"outcome": "fail",
			"level": "note",
			"path": ["memory", "ecc"],
			"observed": _gib(256),
			"limit": _gib(256),
			"unit": "bytes",
			"fix": [{"path": ["memory", "ecc"], "value": true}],
		},
		{
			"outcome": "fail",
			"level": "note",
			"message": "fail_gpu",
			"help": "fail_gpu",
			"path": ["gpu", "model"],
			"observed": 8,
			"limit": 8,
			"unit": "count",
			"values": {"gpu": "x"},
		},
	}
}

# 8 % of modules a year: eight of 32 GB reach an even chance.
test_pass_fail_host_memory_on_the_boundary if {
	found := _of("memory", _server(true, false, 1, 255))
	[found.outcome, found.message, found.observed, found.unit] == ["pass", "pass_small", _gib(255), "bytes"]
	_of("memory", _server(true, false, 1, 256)).outcome == "fail"
}

test_pass_fail_gpus_on_the_boundary if {
	found := _of("gpu", _server(false, true, 7, 64))
	[found.outcome, found.message, found.observed, found.unit] == ["pass", "pass_few", 7, "count"]
	_of("gpu", _server(false, true, 8, 64)).outcome == "fail"
}

test_fail_all_nodes_count if {
	nodes := {"server": {"nodes": 4}}
	_of("gpu", object.union(_server(false, false, 2, 64), nodes)).observed == 8
	_of("memory", object.union(_server(false, false, 2, 64), nodes)).observed == _gib(256)
	_of("gpu", object.union(_server(false, false, 1, 63), nodes)).outcome == "pass"
	_of("memory", object.union(_server(false, false, 1, 63), nodes)).outcome == "pass"
}

test_skipped_host_memory_that_does_not_say if {
	found := _of("memory", json.remove(_server(true, true, 8, 512), ["memory/ecc"]))
	found == {
		"outcome": "skipped",
		"level": "note",
		"message": "skipped_unwritten",
		"path": ["memory"],
	}
}

test_undecided_whole_result if {
	found := _of("gpu", json.remove(_server(true, true, 8, 512), ["gpu/ecc"]))
	found == {
		"outcome": "undecided",
		"level": "note",
		"path": ["gpu", "model"],
		"values": {"gpu": "x", "fleet": 8},
	}
}

test_pass_a_small_build_whatever_its_gpus if {
	found := _of("gpu", json.remove(_server(true, true, 4, 512), ["gpu/ecc"]))
	[found.outcome, found.message] == ["pass", "pass_few"]
}

test_skipped_whole_result if {
	expected := {{"outcome": "skipped", "level": "note", "path": []}}
	every runs in [[], [{"kind": "tasks"}], [{"kind": "diffusion"}]] {
		found := rule.results with input as object.union(_server(false, false, 8, 512), {"workloads": runs})
		found == expected
	}
}

test_fail_every_kind_that_goes_on_for_days if {
	every kind in ["training", "finetuning", "inference"] {
		_of("gpu", object.union(_server(false, false, 8, 512), {"workloads": [{"kind": kind}]})).outcome == "fail"
	}
}

_of(block, build) := found if {
	results := rule.results with input as build
	count(results) == 2
	some found in results
	found.path[0] == block
}

_server(gpu_ecc, host_ecc, gpus, capacity) := {
	"server": {"nodes": 1},
	"gpu": {"written": "x", "ecc": gpu_ecc, "count": gpus},
	"memory": {"ecc": host_ecc, "capacity_bytes": _gib(capacity)},
	"workloads": [{"kind": "training"}],
}

_gib(n) := n * 1073741824
