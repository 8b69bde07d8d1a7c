package rackvet.rules.headroom["local-storage_test"]

import data.rackvet.rules.headroom["local-storage"] as rule

# 80 % of a drive of 1000 GB is for use.
test_pass_on_the_boundary_whole_result if {
	found := rule.results with input as _node([_drive("data")], [_run(400, 200)])
	found == {{
		"outcome": "pass",
		"level": "error",
		"path": ["storage", "data"],
		"observed": _gb(800),
		"limit": _gb(800),
		"evidence": {"datasets": _gb(400), "checkpoints": _gb(400), "capacity": _gb(1000)},
		"values": {"what": "data sets and checkpoints", "names": "data"},
	}}
}

test_fail_whole_result if {
	found := rule.results with input as _node([_drive("data")], [_run(400, 400)])
	found == {{
		"outcome": "fail",
		"level": "error",
		"message": "fail",
		"help": "fail_drives",
		"path": ["storage", "data"],
		"observed": _gb(1200),
		"limit": _gb(1000),
		"fix": [{"path": ["storage", "data", "count"], "value": 2, "unit": "count"}],
		"evidence": {
			"datasets": _gb(400),
			"checkpoints": _gb(800),
			"capacity": _gb(1000),
			"needed": _gb(1500),
		},
		"values": {"what": "data sets and checkpoints", "names": "data", "drives": 2},
	}}
}

test_fail_full_on_both_of_its_boundaries if {
	full := _only(_node([_drive("data")], [_run(401, 200)]))
	[full.level, full.message, full.limit] == ["warning", "fail_full", _gb(800)]
	_only(_node([_drive("data")], [_run(600, 200)])).level == "warning"
	_only(_node([_drive("data")], [_run(601, 200)])).level == "error"
}

test_a_data_set_or_checkpoints_alone if {
	data_set := _only(_node([_drive("data")], [{"dataset_bytes": _gb(900)}]))
	[data_set.observed, data_set.values.what, data_set.evidence.checkpoints] == [_gb(900), "data sets", null]
	run := _only(_node([_drive("data")], [object.remove(_run(0, 450), ["dataset_bytes"])]))
	[run.observed, run.values.what, run.evidence.datasets] == [_gb(900), "checkpoints", null]
}

test_checkpoints_with_drives_of_their_own_have_their_own_result if {
	drives := [_drive("scratch"), object.union(_drive("checkpoint"), {"count": 4}), _drive("os")]
	found := rule.results with input as _node(drives, [_run(600, 2000)])
	{[r.path[1], r.outcome, r.observed, r.values.what] | some r in found} == {
		["scratch", "pass", _gb(600), "data sets"],
		["checkpoint", "fail", _gb(4000), "checkpoints"],
	}
}

test_checkpoints_alone_do_not_ask_for_data_drives if {
	drives := [_drive("data"), _drive("checkpoint")]
	found := _only(_node(drives, [object.remove(_run(0, 300), ["dataset_bytes"])]))
	found.path == ["storage", "checkpoint"]
	data_set := _only(_node(drives, [{"dataset_bytes": _gb(300)}]))
	data_set.path == ["storage", "data"]
}

test_drives_without_a_role_and_several_groups_add_up if {
	drives := [object.remove(_drive("a"), ["role"]), _drive("scratch")]
	found := _only(_node(drives, [_run(1400, 200)]))
	[found.path[1], found.values.names, found.evidence.capacity] == ["a", "a and scratch", _gb(2000)]
	found.fix == [{"path": ["storage", "a", "count"], "value": 2, "unit": "count"}]
}

test_a_shared_file_system_holds_all_of_a_checkpoint if {
	shared := object.union(_drive("data"), {"kind": "shared"})
	sharded := object.union(_run(0, 400), {"nodes": 4, "sharding": "zero3"})
	found := _only(_node([shared], [sharded]))
	[found.outcome, found.observed] == ["pass", _gb(800)]
	over := _only(_node([shared], [object.union(sharded, {"checkpoint_bytes": _gb(600)})]))
	[over.help, over.observed] == ["fail_shared", _gb(1200)]
	over.fix == [{"path": ["storage", "data", "size"], "value": _gb(1500), "unit": "bytes"}]
}

test_nodes_divide_a_sharded_checkpoint_between_their_drives if {
	sharded := object.union(_run(0, 1600), {"nodes": 4, "sharding": "zero1"})
	_only(_node([_drive("data")], [sharded])).observed == _gb(800)
	copies := object.union(_run(0, 1600), {"nodes": 4, "sharding": "none"})
	_only(_node([_drive("data")], [copies])).observed == _gb(3200)
}

test_nodes_divide_the_checkpoint_of_a_model_that_spans_them if {
	spanning := object.union(_run(0, 1600), {"nodes": 4, "parallelism": {"tensor": 8, "pipeline": 2, "expert": 1}})
	_only(_node([_drive("data")], [spanning])).observed == _gb(1600)
}

test_two_data_sets_of_one_size_are_the_same if {
	_only(_node([_drive("data")], [{"dataset_bytes": _gb(300)}, {"dataset_bytes": _gb(300)}])).observed == _gb(300)
	_only(_node([_drive("data")], [{"dataset_bytes": _gb(300)}, {"dataset_bytes": _gb(200)}])).observed == _gb(500)
}

test_skipped_where_nothing_is_kept if {
	found := rule.results with input as _node([_drive("data")], [])
	found == {{"outcome": "skipped", "level": "error", "path": []}}
}

test_skipped_where_the_spec_says_nothing_of_storage if {
	found := rule.results with input as _node([], [_run(1, 1)])
	found == {{
		"outcome": "skipped",
		"level": "error",
		"message": "skipped_storage",
		"path": ["storage"],
	}}
}

test_skipped_where_the_drives_are_the_systems if {
	found := _only(_node([_drive("os")], [_run(1, 1)]))
	[found.outcome, found.message] == ["skipped", "skipped_role"]
}

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_gb(n) := n * 1000000000

_node(drives, workloads) := {"storage": drives, "workloads": workloads}

_drive(role) := {
	"name": role,
	"kind": "nvme",
	"role": role,
	"count": 1,
	"size_bytes": _gb(1000),
}

_run(data_set, checkpoint) := {
	"nodes": 1,
	"gpus": 8,
	"dataset_bytes": _gb(data_set),
	"checkpoint_bytes": _gb(checkpoint),
	"parallelism": {"tensor": 1, "pipeline": 1, "expert": 1},
}
