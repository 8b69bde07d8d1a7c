package rackvet.lib.populations_test

import data.rackvet.lib.populations

test_the_least_that_is_enough if {
	populations.least(_gib(128)).count == 8 with input as _memory([])
	populations.least(_gib(129)).count == 16 with input as _memory([])
	populations.least(_gib(256)).capacity_bytes == _gib(256) with input as _memory([])
}

test_none_is_enough_or_known if {
	none := {"count": 0, "size_bytes": 0, "capacity_bytes": null}
	populations.least(_gib(257)) == none with input as _memory([])
	populations.least(1) == none with input as {"memory": {"populations": [], "dimms": []}}
}

test_fix_writes_the_capacity if {
	found := populations.fix(_gib(100)) with input as _memory([])
	found == [{"path": ["memory", "capacity"], "value": _gib(128), "unit": "bytes"}]
}

test_fix_writes_the_bytes_where_channels_are_not_known if {
	found := populations.fix(_gib(100)) with input as {"memory": {"populations": [], "dimms": []}}
	found == [{"path": ["memory", "capacity"], "value": _gib(100), "unit": "bytes"}]
}

test_fix_writes_the_one_group_of_modules_too if {
	found := populations.fix(_gib(200)) with input as _memory([{"index": 0}])
	found == [
		{"path": ["memory", "capacity"], "value": _gib(256), "unit": "bytes"},
		{"path": ["memory", "dimm", 0, "count"], "value": 16},
		{"path": ["memory", "dimm", 0, "size"], "value": _gib(16), "unit": "bytes"},
	]
}

test_fix_leaves_several_groups_to_the_reader if {
	populations.fix(_gib(200)) == [] with input as _memory([{"index": 0}, {"index": 1}])
	populations.fix(_gib(999)) == [] with input as _memory([{"index": 0}])
}

_memory(dimms) := {"memory": {
	"dimms": dimms,
	"populations": [
		{"count": 8, "size_bytes": _gib(16), "capacity_bytes": _gib(128)},
		{"count": 16, "size_bytes": _gib(16), "capacity_bytes": _gib(256)},
	],
}}

_gib(n) := n * 1073741824
