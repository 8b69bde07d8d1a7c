package rackvet.rules.fit["single-gpu_test"]

import data.rackvet.rules.fit["single-gpu"] as rule

test_pass_two_gpus_whole_result if {
	found := rule.results with input as _server(1, 2, [_tasks(9)])
	found == {{
		"outcome": "pass",
		"level": "note",
		"path": ["workload", "tasks", "w"],
		"observed": 2,
		"limit": 2,
		"bound": "min",
	}}
}

test_pass_a_second_node_is_as_good if {
	_only(_server(2, 1, [_tasks(9)])).outcome == "pass"
}

test_fail_tasks_whole_result if {
	found := rule.results with input as _server(1, 1, [_tasks(3)])
	found == {{
		"outcome": "fail",
		"level": "note",
		"path": ["workload", "tasks", "w"],
		"observed": 3,
		"limit": 2,
		"related": [{"path": ["gpu", "count"], "message": "the only GPU"}],
		"fix": [{"path": ["gpu", "count"], "value": 2}],
		"values": {"what": "tasks"},
	}}
}

# The rule of thumb has three docking tasks on two cards.
test_pass_fail_tasks_on_the_boundary if {
	found := _only(_server(1, 1, [_tasks(2)]))
	[found.outcome, found.message, found.observed, found.limit] == ["pass", "pass_few", 2, 2]
	_only(_server(1, 1, [_tasks(3)])).outcome == "fail"
}

# People at a machine of their own have one to five requests in flight (vllm#6955).
test_pass_fail_requests_on_the_boundary if {
	found := _only(_server(1, 1, [_serve(8)]))
	[found.outcome, found.message, found.values.what] == ["pass", "pass_few", "requests"]
	over := _only(_server(1, 1, [_serve(9)]))
	[over.outcome, over.observed, over.limit] == ["fail", 9, 8]
}

test_fail_a_platform_of_one_gpu_wants_a_second_node if {
	found := _only(object.union(_server(1, 1, [_tasks(3)]), {"server": {"written": ["workload"]}}))
	found.fix == [{"path": ["nodes"], "value": 2}]
}

test_skipped_whole_result if {
	expected := {{"outcome": "skipped", "level": "note", "path": []}}
	none := rule.results with input as _server(1, 1, [])
	none == expected
	training := rule.results with input as _server(1, 1, [{"kind": "training", "path": ["workload", "training", "w"]}])
	training == expected
}

test_skipped_requests_not_known if {
	found := rule.results with input as _server(1, 1, [json.remove(_serve(9), ["kv"])])
	found == {{
		"outcome": "skipped",
		"level": "note",
		"message": "skipped_unknown",
		"path": ["workload", "inference", "w"],
	}}
}

test_pass_fail_each_workload_has_its_own_result if {
	found := rule.results with input as _server(1, 1, [_serve(1), _tasks(5)])
	{[r.path[1], r.outcome] | some r in found} == {["inference", "pass"], ["tasks", "fail"]}
}

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_server(nodes, gpus, workloads) := {
	"server": {"nodes": nodes, "written": ["gpu"]},
	"gpu": {"count": gpus},
	"workloads": workloads,
}

_tasks(number) := {"kind": "tasks", "path": ["workload", "tasks", "w"], "tasks": {"count": number}}

_serve(number) := {"kind": "inference", "path": ["workload", "inference", "w"], "kv": {"requests": number}}
