package rackvet.rules["<<.Category>>"]["<<.Name>>_test"]

import data.rackvet.rules["<<.Category>>"]["<<.Name>>"] as rule

test_pass_whole_result if {
	found := rule.results with input as _node(8, 350)
	found == {{
		"outcome": "pass",
		"level": "error",
		"path": ["gpu", "count"],
		"observed": 2800,
		"limit": 3000,
		"evidence": {"gpus": 8, "each": 350},
	}}
}

test_fail_whole_result if {
	found := rule.results with input as _node(8, 700)
	found == {{
		"outcome": "fail",
		"level": "error",
		"path": ["gpu", "count"],
		"observed": 5600,
		"limit": 3000,
		"evidence": {"gpus": 8, "each": 700},
		"values": {"cap": 375},
	}}
}

test_pass_fail_on_the_boundary if {
	_only(_node(4, 750)).outcome == "pass"
	_only(_node(4, 751)).outcome == "fail"
}

test_pass_a_cap_counts_before_the_figure_of_the_maker if {
	capped := object.union(_node(8, 700), {"gpu": {"power_limit_watts": 375}})
	_only(capped).outcome == "pass"
}

test_undecided_whole_result if {
	found := rule.results with input as {"gpu": {"count": 8}}
	found == {{"outcome": "undecided", "level": "error", "path": ["gpu", "model"]}}
}

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_node(gpus, watts) := {"gpu": {"count": gpus, "tdp_watts": watts}}
