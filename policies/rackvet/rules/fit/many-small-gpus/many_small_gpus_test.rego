package rackvet.rules.fit["many-small-gpus_test"]

import data.rackvet.rules.fit["many-small-gpus"] as rule

# 0.9 × 80 GiB is 72 GiB: 6 × 20 GiB take two of them.
test_fail_whole_result if {
	found := rule.results with input as _server(24, 1, [_run(1, 6, 20)])
	found == {{
		"outcome": "fail",
		"level": "note",
		"path": ["workload", "inference", "w"],
		"observed": 6,
		"limit": 2,
		"evidence": {"demand": _gib(120), "demand_per_gpu": _gib(20), "memory": _gib(24)},
		"related": [{"path": ["gpu", "model"], "message": "the GPU"}],
	}}
}

test_fail_larger_gpus_by_what_the_copy_takes if {
	_only(_server(24, 1, [_run(1, 4, 18)])).limit == 1
	_only(_server(24, 1, [_run(1, 4, 18.1)])).limit == 2
	_only(_server(24, 1, [_run(2, 8, 20)])).limit == 5
}

test_pass_fail_few_gpus_on_the_boundary if {
	_reason(_server(24, 1, [_run(1, 3, 20)]), "which is few")
	_only(_server(24, 1, [_run(1, 4, 20)])).outcome == "fail"
	_only(_server(24, 1, [_run(2, 2, 20)])).outcome == "fail"
}

test_pass_fail_small_memory_on_the_boundary if {
	_only(_server(39.9, 1, [_run(1, 4, 30)])).outcome == "fail"
	_reason(_server(40, 1, [_run(1, 4, 30)]), "none of which is small")
}

# Three of 24 GiB give 0.9 × 72 = 64.8 GiB, 16.2 of each of four.
test_pass_fail_gpus_to_spare_on_the_boundary if {
	_reason(_server(24, 1, [_run(1, 4, 16)]), "and fewer of them would hold it")
	_only(_server(24, 1, [_run(1, 4, 16.3)])).outcome == "fail"
}

test_pass_gpus_that_a_link_joins if {
	_reason(_server(32, 8, [_run(1, 8, 30)]), "which a link joins")
}

test_pass_whole_result if {
	found := rule.results with input as _server(24, 1, [_run(1, 2, 20)])
	found == {{
		"outcome": "pass",
		"level": "note",
		"path": ["workload", "inference", "w"],
		"values": {"gpus": 2, "reason": "which is few"},
	}}
}

test_skipped_what_pooled_memory_says_already if {
	found := rule.results with input as _server(24, 1, [object.union(_run(4, 1, 20), {"pooled": 4})])
	found == {{
		"outcome": "skipped",
		"level": "note",
		"message": "skipped_pooled",
		"path": ["workload", "inference", "w"],
		"values": {"gpus": 4},
	}}
	_only(_server(24, 1, [object.union(_run(2, 2, 20), {"pooled": 3})])).outcome == "fail"
}

test_skipped_whole_result if {
	found := rule.results with input as _server(24, 1, [_run(1, 1, 20)])
	found == {{"outcome": "skipped", "level": "note", "path": []}}
}

test_undecided_whole_result if {
	build := _server(24, 1, [_run(1, 6, 20)])
	expected := {
		"outcome": "undecided",
		"level": "note",
		"path": ["workload", "inference", "w"],
		"related": [],
		"values": {"gpus": 6},
	}
	demand := rule.results with input as _server(24, 1, [json.remove(_run(1, 6, 20), ["gpu/bytes"])])
	demand == {expected}
	domain := rule.results with input as json.remove(build, ["gpu/domain"])
	domain == {expected}
	memory := rule.results with input as json.remove(build, ["gpu/memory_bytes", "gpu/usable_bytes"])
	memory == {object.union(expected, {"related": [{"path": ["gpu", "model"], "message": "the GPU in question"}]})}
}

test_pass_fail_each_workload_has_its_own_result if {
	runs := [_run(1, 6, 20), object.union(_run(1, 2, 20), {"path": ["workload", "inference", "v"]})]
	found := rule.results with input as _server(24, 1, runs)
	{[r.path[2], r.outcome] | some r in found} == {["w", "fail"], ["v", "pass"]}
}

_reason(build, expected) if {
	found := _only(build)
	[found.outcome, found.values.reason] == ["pass", expected]
}

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_server(memory, domain, workloads) := {
	"gpu": {"memory_bytes": _gib(memory), "usable_bytes": _gib(memory), "domain": domain},
	"workloads": workloads,
}

_run(tensor, pipeline, each) := {
	"kind": "inference",
	"path": ["workload", "inference", "w"],
	"pooled": 1,
	"parallelism": {"tensor": tensor, "pipeline": pipeline},
	"gpu": {"bytes": _gib(each)},
}

_gib(n) := n * 1073741824
