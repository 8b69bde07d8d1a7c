package rackvet.rules.fit["tensor-too-wide_test"]

import data.rackvet.rules.fit["tensor-too-wide"] as rule

test_pass_whole_result if {
	found := rule.results with input as _server("switch", [_run(4, 4)])
	found == {{
		"outcome": "pass",
		"level": "note",
		"path": ["workload", "inference", "w", "parallelism", "tensor"],
		"observed": 4,
		"limit": 4,
	}}
}

# One V100 gave 29 tokens a second and two with NVLink 17 (gpt-fast#111).
test_fail_whole_result if {
	found := rule.results with input as _server("switch", [_run(2, 1)])
	found == {{
		"outcome": "fail",
		"level": "note",
		"path": ["workload", "inference", "w", "parallelism", "tensor"],
		"observed": 2,
		"limit": 1,
		"evidence": {"demand_per_gpu": 20e9, "usable_memory": 80e9, "replicas": 1},
		"fix": [
			{"path": ["workload", "inference", "w", "parallelism", "tensor"], "value": 1},
			{"path": ["workload", "inference", "w", "replicas"], "value": 2},
		],
		"values": {"more": 2},
	}}
}

# Eight ways for a model of 32 billion parameters lose throughput against four (vllm#16300).
test_fail_with_several_ways_left_has_no_fix_that_is_sure if {
	found := _only(_server("switch", [_run(8, 4)]))
	[found.outcome, found.observed, found.limit, found.values.more, found.fix] == ["fail", 8, 4, 2, []]
}

# Two of eight MI300X have 47.7 GB/s between them, all eight 312.9 (ML Engineering).
test_pass_a_mesh_is_faster_when_whole if {
	found := _only(_server("mesh", [_run(8, 2)]))
	[found.outcome, found.message, found.observed, found.limit] == ["pass", "pass_mesh", 8, 2]
	_only(_server("mesh", [_run(8, 1)])).outcome == "fail"
	_only(_server("mesh", [_run(8, 8)])).limit == 8
}

test_pass_where_no_degree_is_enough if {
	found := _only(_server("switch", [json.remove(_run(8, 8), ["tensor_needed"])]))
	[found.outcome, found.limit] == ["pass", 8]
}

test_undecided_whole_result if {
	run := object.union(json.remove(_run(2, 1), ["gpu/bytes"]), {"gpu": {"missing": "the shape of x is not known"}})
	found := rule.results with input as _server("switch", [run])
	found == {{
		"outcome": "undecided",
		"level": "note",
		"path": ["workload", "inference", "w", "parallelism", "tensor"],
		"related": [],
		"values": {"reason": "the shape of x is not known"},
	}}
}

test_undecided_memory_of_the_gpu if {
	found := _only(json.remove(_server("switch", [_run(2, 1)]), ["gpu/usable_bytes"]))
	[found.outcome, found.values.reason] == ["undecided", "the memory of the GPU is not"]
}

test_skipped_degrees_that_do_not_fit if {
	found := _only(_server("switch", [json.remove(_run(3, 1), ["gpu/bytes", "parallelism/product"])]))
	[found.outcome, found.message] == ["skipped", "skipped_misfit"]
}

test_skipped_whole_result if {
	runs := [
		_run(1, 1),
		object.union(_run(4, 1), {"kind": "training"}),
		object.union(_run(4, 1), {"parallelism": {"written": false}}),
	]
	found := rule.results with input as _server("switch", runs)
	found == {{"outcome": "skipped", "level": "note", "path": []}}
}

test_pass_fail_each_workload_has_its_own_result if {
	runs := [_run(2, 1), object.union(_run(4, 4), {"path": ["workload", "inference", "v"]})]
	found := rule.results with input as _server("switch", runs)
	{[r.path[2], r.outcome] | some r in found} == {["w", "fail"], ["v", "pass"]}
}

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_server(topology, workloads) := {
	"gpu": {"usable_bytes": 80e9, "link_topology": topology},
	"workloads": workloads,
}

_run(ways, needed) := {
	"kind": "inference",
	"path": ["workload", "inference", "w"],
	"model_parameters": 7e9,
	"gpu": {"bytes": 20e9},
	"tensor_needed": needed,
	"parallelism": {"tensor": ways, "data": 1, "product": ways, "written": true},
}
