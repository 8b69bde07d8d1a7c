package rackvet.rules.bandwidth["memory-channels_test"]

import data.rackvet.rules.bandwidth["memory-channels"] as rule

test_pass_one_a_channel_whole_result if {
	found := rule.results with input as _node(2, 8, 16)
	found == {{
		"outcome": "pass",
		"level": "error",
		"path": ["memory", "dimm", 0, "count"],
		"observed": 16,
		"limit": 16,
		"evidence": {"channels": 16},
		"values": {"sockets": 2, "each": 8},
	}}
}

test_pass_two_a_channel if _is(_node(2, 8, 32), "pass", "error", "", 16)

test_pass_groups_that_fill_the_channels_together if {
	build := object.union(_node(1, 8, 4), {"memory": {"dimms": [_group(0, 4), _group(1, 4)]}})
	_is(build, "pass", "error", "", 8)
}

test_warning_half_the_channels_whole_result if {
	found := rule.results with input as _node(2, 8, 8)
	found == {{
		"outcome": "fail",
		"level": "warning",
		"message": "fail",
		"help": "fail",
		"path": ["memory", "dimm", 0, "count"],
		"observed": 8,
		"limit": 16,
		"evidence": {"channels": 16},
		"related": [],
		"fix": [
			{"path": ["memory", "capacity"], "value": 549755813888, "unit": "bytes"},
			{"path": ["memory", "dimm", 0, "count"], "value": 16},
			{"path": ["memory", "dimm", 0, "size"], "value": 34359738368, "unit": "bytes"},
		],
		"values": {
			"sockets": 2,
			"each": 8,
			"empty": 8,
			"modules": 16,
			"size": 34359738368,
			"capacity": 549755813888,
		},
	}}
}

test_each_count_around_a_full_population if {
	_is(_node(2, 8, 15), "fail", "warning", "fail_sockets", 16)
	_is(_node(2, 8, 14), "fail", "warning", "fail", 16)
	_is(_node(2, 8, 16), "pass", "error", "", 16)
	_is(_node(2, 8, 17), "fail", "warning", "fail_sockets", 32)
	_is(_node(2, 8, 18), "fail", "warning", "fail_uneven", 32)
	_is(_node(1, 8, 7), "fail", "warning", "fail", 8)
}

# The populations of shipped systems that are off: 16 on two EPYC of 12 channels,
# 32 on the same, 24 on two Xeon 6 of 8 (MLPerf inference results 4.1 and 5.1).
test_warning_shipped_populations_that_are_off if {
	_is(_node(2, 12, 16), "fail", "warning", "fail", 24)
	_is(_node(2, 12, 32), "fail", "warning", "fail_uneven", 48)
	_is(_node(2, 8, 24), "fail", "warning", "fail_uneven", 32)
}

test_error_for_workloads_that_work_in_host_memory if {
	every workload in [
		{"kind": "training", "offload": "optimizer"},
		{"kind": "finetuning", "offload": "all"},
		{"kind": "inference", "cpu_experts": true},
		{"kind": "inference", "cpu_experts": false, "cpu_layers": 1},
	] {
		_is(_with(_node(2, 8, 8), workload), "fail", "error", "fail", 16)
		_is(_with(_node(2, 8, 12), workload), "fail", "error", "fail", 16)
		_is(_with(_node(2, 8, 15), workload), "fail", "error", "fail_sockets", 16)
		_is(_with(_node(2, 8, 16), workload), "pass", "error", "", 16)
	}
}

test_warning_for_workloads_that_do_not if {
	every workload in [
		{"kind": "training", "offload": "none"},
		{"kind": "diffusion", "offload": "sequential"},
		{"kind": "inference", "cpu_experts": false, "cpu_layers": 0},
	] {
		_is(_with(_node(2, 8, 8), workload), "fail", "warning", "fail", 16)
	}
}

test_error_names_the_workload if {
	found := _only(_with(_node(2, 8, 8), {"kind": "inference", "cpu_experts": true}))
	found.related == [{"path": ["workload", "inference", "w"], "message": "works in host memory"}]
}

test_the_nearest_population_reaches_the_capacity if {
	enough := object.union(_node(2, 8, 8), {"memory": {"capacity_bytes": 549755813888}})
	_only(enough).values.modules == 16
	_only(object.union(enough, {"memory": {"capacity_bytes": 550829555712}})).values.modules == 32
}

test_no_fix_where_no_population_reaches_the_capacity if {
	found := _only(object.union(_node(2, 8, 8), {"memory": {"capacity_bytes": 1100585369600}}))
	[found.outcome, found.help, found.limit] == ["fail", "fail_none", 16]
	object.get(found, "fix", []) == []
}

test_no_fix_for_several_groups if {
	found := _only(object.union(_node(2, 8, 4), {"memory": {"dimms": [_group(0, 4), _group(1, 4)]}}))
	[found.outcome, found.values.modules, found.fix] == ["fail", 16, []]
}

test_skipped_no_dimms_whole_result if {
	found := rule.results with input as object.union(_node(2, 8, 8), {"memory": {"dimms": []}})
	found == {{"outcome": "skipped", "level": "error", "path": ["memory"]}}
}

test_skipped_soldered_memory if {
	build := object.union(json.remove(_node(2, 8, 15), ["cpu/memory_channels"]), {"cpu": {"memory_type": "lpddr5x"}})
	found := _only(build)
	[found.outcome, found.message, found.path] == ["skipped", "skipped_soldered", ["cpu", "model"]]
}

test_undecided_channels_not_known if {
	build := json.remove(_node(2, 8, 8), ["cpu/memory_channels"])
	found := _only(build)
	[found.outcome, found.level, found.values.dimms] == ["undecided", "warning", 8]
	_only(_with(build, {"kind": "inference", "cpu_experts": true})).level == "error"
}

_is(build, outcome, level, message, limit) if {
	found := _only(build)
	[found.outcome, found.level, object.get(found, "message", ""), found.limit] == [outcome, level, message, limit]
}

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_with(build, workload) := object.union(build, {"workloads": [object.union(workload, {
	"name": "w",
	"path": ["workload", workload.kind, "w"],
})]})

_group(index, count) := {"index": index, "count": count, "size_bytes": 68719476736}

# _node lists so many DIMMs of 64 GiB, and the populations that two sockets of
# eight channels have at 512 GiB and 1 TiB.
_node(sockets, channels, count) := {
	"cpu": {
		"written": "c",
		"sockets": sockets,
		"memory_channels": channels,
		"memory_type": "ddr4",
	},
	"memory": {
		"capacity_bytes": 549755813888,
		"dimms": [_group(0, count)],
		"populations": [
			{"count": 16, "size_bytes": 17179869184, "capacity_bytes": 274877906944},
			{"count": 16, "size_bytes": 34359738368, "capacity_bytes": 549755813888},
			{"count": 32, "size_bytes": 34359738368, "capacity_bytes": 1099511627776},
		],
	},
	"workloads": [],
}
