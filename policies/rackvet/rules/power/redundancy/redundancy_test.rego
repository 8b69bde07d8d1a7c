package rackvet.rules.power.redundancy_test

import data.rackvet.rules.power.redundancy as rule

test_pass_one_of_two_may_fail_whole_result if {
	found := rule.results with input as _power(2, 1, 1)
	found == {{
		"outcome": "pass",
		"level": "error",
		"path": ["power", "redundancy"],
		"observed": 2,
		"limit": 2,
		"bound": "min",
		"values": {"needed": 1, "spare": 1},
	}}
}

test_pass_no_spare_supply_is_asked if {
	found := _only(_power(2, 2, 0))
	[found.outcome, found.message] == ["pass", "pass_none"]
}

test_fail_one_fewer_than_counted_whole_result if {
	found := rule.results with input as _power(5, 3, 3)
	found == {{
		"outcome": "fail",
		"level": "error",
		"path": ["power", "redundancy"],
		"related": [{"path": ["power", "supplies"], "message": "the supplies"}],
		"observed": 5,
		"limit": 6,
		"bound": "min",
		"values": {"needed": 3, "spare": 3},
		"fix": [{"path": ["power", "supplies"], "value": 6}],
	}}
}

test_fail_one_more_than_counted_whole_result if {
	found := rule.results with input as _power(7, 3, 3)
	found == {{
		"outcome": "fail",
		"level": "warning",
		"message": "fail_more",
		"help": "fail_more",
		"path": ["power", "redundancy"],
		"related": [{"path": ["power", "supplies"], "message": "the supplies"}],
		"observed": 7,
		"limit": 6,
		"bound": "max",
		"values": {"needed": 3, "spare": 3, "left": 4},
		"fix": [{"path": ["power", "redundancy"], "value": "3+4"}],
	}}
}

test_skipped_no_redundancy_written if {
	found := rule.results with input as {"power": {"supplies": 2, "rating_watts": 2000}}
	found == {{
		"outcome": "skipped",
		"level": "error",
		"message": "skipped_unwritten",
		"path": ["power", "supplies"],
	}}
}

test_skipped_no_supplies if {
	found := rule.results with input as {}
	found == {{"outcome": "skipped", "level": "error", "path": []}}
}

# _only is the one result; two or none give nothing.
_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_power(supplies, needed, spare) := {"power": {
	"supplies": supplies,
	"rating_watts": 3000,
	"needed": needed,
	"spare": spare,
}}
