package rackvet.rules.part["mixed-dimms_test"]

import data.rackvet.rules.part["mixed-dimms"] as rule

test_pass_one_group_whole_result if {
	found := rule.results with input as _node([_group(0, 16, 32)])
	found == {{
		"outcome": "pass",
		"level": "error",
		"path": ["memory", "dimm", 0],
		"values": {"dimms": 16},
	}}
}

test_pass_groups_of_one_kind if {
	_is(_node([_group(0, 12, 32), _group(1, 4, 32)]), "pass", "error", "")
	alike := {"type": "ddr4", "transfers": 3200000000}
	_is(_node([object.union(_group(0, 12, 32), alike), object.union(_group(1, 4, 32), alike)]), "pass", "error", "")
}

test_pass_what_a_group_leaves_out_is_not_held_against_it if {
	told := object.union(_group(0, 12, 32), {"type": "ddr4", "transfers": 3200000000})
	_is(_node([told, _group(1, 4, 32)]), "pass", "error", "")
	_is(_node([_group(0, 4, 32), object.union(told, {"index": 1})]), "pass", "error", "")
}

test_warning_two_sizes_whole_result if {
	found := rule.results with input as _node([_group(0, 8, 64), _group(1, 8, 32)])
	found == {{
		"outcome": "fail",
		"level": "warning",
		"message": "fail",
		"path": ["memory", "dimm", 1, "size"],
		"observed": 34359738368,
		"limit": 68719476736,
		"unit": "bytes",
		"fix": [
			{"path": ["memory", "capacity"], "value": 1099511627776, "unit": "bytes"},
			{"path": ["memory", "dimm", 1, "size"], "value": 68719476736, "unit": "bytes"},
		],
		"values": {"dimms": 16, "size": 68719476736, "capacity": 1099511627776},
	}}
}

test_the_smallest_size_that_is_sold_and_reaches_the_capacity if {
	build := object.union(_node([_group(0, 8, 64), _group(1, 8, 32)]), {"memory": {"populations": [
		{"count": 16, "size_bytes": 34359738368, "capacity_bytes": 549755813888},
		{"count": 32, "size_bytes": 25769803776, "capacity_bytes": 824633720832},
		{"count": 16, "size_bytes": 51539607552, "capacity_bytes": 824633720832},
		{"count": 16, "size_bytes": 68719476736, "capacity_bytes": 1099511627776},
	]}})
	found := _only(build)
	found.values == {"dimms": 16, "size": 51539607552, "capacity": 824633720832}
	[f.path | some f in found.fix] == [["memory", "capacity"], ["memory", "dimm", 0, "size"], ["memory", "dimm", 1, "size"]]
}

test_note_two_sizes_in_every_channel if {
	found := _only(_node([_group(0, 16, 64), _group(1, 16, 32)]))
	[found.level, found.message] == ["note", "fail_rows"]
}

test_warning_a_size_that_misses_a_channel if {
	_is(_node([_group(0, 16, 64), _group(1, 15, 32)]), "fail", "warning", "fail")
	_is(_node([_group(0, 17, 64), _group(1, 16, 32)]), "fail", "warning", "fail")
}

test_warning_three_sizes if {
	_is(_node([_group(0, 16, 64), _group(1, 16, 32), _group(2, 16, 16)]), "fail", "warning", "fail")
}

test_warning_two_sizes_where_the_channels_are_not_known if {
	_is(json.remove(_node([_group(0, 16, 64), _group(1, 16, 32)]), ["cpu/memory_channels"]), "fail", "warning", "fail")
}

test_error_two_types_whole_result if {
	found := rule.results with input as _node([
		object.union(_group(0, 8, 64), {"type": "ddr5"}),
		object.union(_group(1, 8, 32), {"type": "mrdimm", "transfers": 8800000000}),
	])
	found == {{
		"outcome": "fail",
		"level": "error",
		"message": "fail_type",
		"help": "fail_type",
		"path": ["memory", "dimm", 1, "type"],
		"values": {"types": "ddr5 and mrdimm"},
	}}
}

test_note_two_speeds_whole_result if {
	found := rule.results with input as _node([
		object.union(_group(0, 8, 32), {"transfers": 3200000000}),
		object.union(_group(1, 8, 32), {"transfers": 2933000000}),
	])
	found == {{
		"outcome": "fail",
		"level": "note",
		"message": "fail_speed",
		"help": "fail_speed",
		"path": ["memory", "dimm", 1, "speed"],
		"observed": 2933000000,
		"limit": 3200000000,
		"unit": "transfers/s",
		"fix": [{"path": ["memory", "dimm", 0, "speed"], "value": "2933MT/s"}],
		"values": {"slowest": 2933000000},
	}}
}

test_skipped_no_dimms_whole_result if {
	found := rule.results with input as _node([])
	found == {{"outcome": "skipped", "level": "error", "path": ["memory"]}}
}

_is(build, outcome, level, message) if {
	found := _only(build)
	[found.outcome, found.level, object.get(found, "message", "")] == [outcome, level, message]
}

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_group(index, count, gib) := {"index": index, "count": count, "size_bytes": gib * 1073741824}

_node(groups) := {
	"cpu": {"written": "c", "sockets": 2, "memory_channels": 8},
	"memory": {
		"capacity_bytes": sum([total | some group in groups; total := group.count * group.size_bytes]),
		"dimms": groups,
		"populations": [],
	},
}
