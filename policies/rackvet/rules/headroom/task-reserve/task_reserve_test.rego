package rackvet.rules.headroom["task-reserve_test"]

import data.rackvet.rules.headroom["task-reserve"] as rule

test_pass_article_three_tasks_of_12_gb_on_two_cards_whole_result if {
	found := rule.results with input as _server(2, [_tasks("dock", 3, 12, 6)])
	found == {{
		"outcome": "pass",
		"level": "error",
		"path": ["workload", "tasks", "dock", "count"],
		"observed": 6,
		"limit": 4,
		"evidence": [
			{"name": "tasks", "value": 3, "unit": "count", "path": ["workload", "tasks", "dock", "count"]},
			{"name": "spare", "value": 1, "unit": "count", "path": ["workload", "tasks", "dock", "spare"]},
			{
				"name": "task_memory",
				"value": 12884901888,
				"unit": "bytes",
				"path": ["workload", "tasks", "dock", "gpu_memory"],
			},
		],
		"values": {"reserved_by": "card"},
	}}
}

test_fail_four_tasks_of_22_gb_on_four_cards_of_40_gb if {
	found := _only(_server(4, [_tasks("dock", 4, 22, 4)]))
	found.outcome == "fail"
	found.message == "fail"
	found.help == "fail_gpus"
	[found.observed, found.limit] == [4, 5]
	found.values == {"reserved_by": "card", "alternative": ", or run at most 3 at once", "gpus_needed": 5}
}

test_pass_fail_on_the_boundary if {
	_only(_server(4, [_tasks("a", 4, 22, 5)])).outcome == "pass"
	_only(_server(4, [_tasks("a", 5, 22, 5)])).outcome == "fail"
}

test_pass_fail_spare_of_none_and_of_two if {
	none := object.union(_tasks("a", 4, 22, 4), {"tasks": {"spare": 0}})
	_only(_server(4, [none])).outcome == "pass"
	two := object.union(_tasks("a", 4, 22, 5), {"tasks": {"spare": 2}})
	found := _only(_server(4, [two]))
	[found.outcome, found.observed, found.limit] == ["fail", 5, 6]
}

test_fail_tasks_without_room_themselves if {
	found := _only(_server(4, [_tasks("a", 5, 22, 4)]))
	[found.outcome, found.message, found.observed, found.limit] == ["fail", "fail_short", 4, 6]
}

test_fail_a_task_of_all_gpus_is_reserved_by_the_node if {
	whole := object.union(_tasks("a", 2, 30, 2), {"tasks": {"gpus_per_task": 4, "reserved_by": "node"}})
	found := _only(object.union(_server(4, [whole]), {"server": {"nodes": 2}}))
	found.help == "fail_nodes"
	found.values == {"reserved_by": "node", "alternative": ", or run at most 1 at once", "nodes_needed": 3}
}

# Seven cards have room for four tasks, 1.75 cards each: nine for five. Three nodes
# have room for two, 1.5 each: five for three.
test_fail_parts_of_cards_and_nodes_are_rounded_up if {
	cards := object.union(_tasks("a", 4, 22, 4), {"gpus": 7})
	_only(_server(7, [cards])).values.gpus_needed == 9
	nodes := object.union(_tasks("a", 2, 30, 2), {"tasks": {"gpus_per_task": 4, "reserved_by": "node"}})
	_only(object.union(_server(4, [nodes]), {"server": {"nodes": 3}})).values.nodes_needed == 5
}

test_fail_says_how_many_have_no_room if {
	_only(_server(4, [object.union(_tasks("a", 4, 22, 3), {"instances": 2})])).values.missing == 2
}

test_fail_no_alternative_where_one_task_fits if {
	found := _only(_server(1, [object.union(_tasks("a", 1, 22, 1), {"gpus": 1})]))
	found.help == "fail_gpus"
	found.values.alternative == ""
}

test_fail_no_capacity_at_all if {
	found := _only(_server(1, [_tasks("a", 1, 50, 0)]))
	found.help == "fail"
	found.values.missing == 2
	whole := object.union(_tasks("a", 1, 50, 0), {"tasks": {"reserved_by": "node"}})
	_only(_server(1, [whole])).help == "fail"
}

test_fail_gpus_are_not_counted_where_cards_are_not_alike if {
	wide := object.union(_tasks("a", 2, 22, 2), {"tasks": {"gpus_per_task": 2}})
	_only(_server(4, [wide])).help == "fail"
	some_cards := object.union(_tasks("a", 2, 22, 2), {"gpus": 2})
	_only(_server(4, [some_cards])).help == "fail"
	nodes := object.union(_tasks("a", 4, 22, 4), {"nodes": 2})
	_only(_server(4, [nodes])).help == "fail"
	twice := object.union(_tasks("a", 2, 22, 2), {"instances": 2})
	_only(_server(4, [twice])).help == "fail"
}

test_fail_gpus_are_not_counted_beside_other_workloads if {
	tasks := _tasks("a", 4, 22, 4)
	alone := object.union(_server(4, [tasks]), {"server": {"schedule": "concurrent"}})
	_only(alone).help == "fail_gpus"
	_only(object.union(alone, {"workloads": [tasks, _serving]})).help == "fail"
	_only(_server(4, [tasks, _serving])).help == "fail_gpus"
}

test_undecided_memory_of_the_gpu_not_known if {
	found := rule.results with input as json.remove(
		_server(4, [object.remove(_tasks("a", 4, 22, 0), ["gpu"])]),
		["workloads/0/tasks/capacity", "gpu/memory_bytes"],
	)
	{[r.outcome, r.level, r.path, r.values] | some r in found} == {[
		"undecided",
		"error",
		["workload", "tasks", "a", "count"],
		{"reason": "the memory of x is not known"},
	]}
}

test_undecided_says_what_the_demand_misses if {
	tasks := object.union(_tasks("a", 4, 22, 0), {"gpu": {"missing": "m is not known"}})
	found := _only(json.remove(_server(4, [tasks]), ["workloads/0/tasks/capacity"]))
	found.values.reason == "m is not known"
	[e.name | some e in found.evidence] == ["tasks", "spare", "task_memory"]
}

test_undecided_something_else_is_not_known if {
	found := _only(json.remove(_server(4, [_tasks("a", 4, 22, 0)]), ["workloads/0/tasks/capacity"]))
	found.values.reason == "what else is on the GPUs is not known"
}

test_skipped_no_tasks if {
	expected := {{"outcome": "skipped", "level": "error", "path": []}}
	none := rule.results with input as _server(4, [])
	none == expected
	serving := rule.results with input as _server(4, [_serving])
	serving == expected
}

test_pass_fail_undecided_several_workloads if {
	found := rule.results with input as json.remove(
		_server(4, [_tasks("a", 3, 22, 4), _serving, _tasks("b", 4, 22, 4), _tasks("c", 1, 22, 4)]),
		["workloads/3/tasks/capacity"],
	)
	{[r.path[2], r.outcome] | some r in found} == {["a", "pass"], ["b", "fail"], ["c", "undecided"]}
}

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_server(gpus, workloads) := {
	"server": {"written": ["gpu", "memory"], "schedule": "exclusive", "nodes": 1},
	"gpu": {"written": "x", "count": gpus, "memory_bytes": 40 * 1073741824},
	"workloads": workloads,
}

_tasks(name, n, each, capacity) := {
	"kind": "tasks",
	"name": name,
	"path": ["workload", "tasks", name],
	"gpus": 4,
	"nodes": 1,
	"instances": 1,
	"gpu": {},
	"tasks": {
		"count": n,
		"spare": 1,
		"gpus_per_task": 1,
		"gpu_memory_bytes": each * 1073741824,
		"capacity": capacity,
		"reserved_by": "card",
	},
}

_serving := {
	"kind": "inference",
	"name": "chat",
	"path": ["workload", "inference", "chat"],
	"gpus": 1,
	"nodes": 1,
	"instances": 1,
	"gpu": {},
}
