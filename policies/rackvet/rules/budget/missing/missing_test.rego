package rackvet.rules.budget.missing_test

import data.rackvet.rules.budget.missing as rule

test_pass_all_parts_given_whole_result if {
	found := rule.results with input as _budget
	found == {{"outcome": "pass", "level": "note", "path": ["budget"]}}
}

test_pass_a_part_that_costs_nothing_is_given if {
	found := rule.results with input as object.union(_budget, {"budget": {"storage": 0}})
	{r.outcome | some r in found} == {"pass"}
}

test_fail_parts_left_out_whole_result if {
	found := rule.results with input as json.remove(_budget, ["budget/memory", "budget/storage"])
	found == {{
		"outcome": "fail",
		"level": "note",
		"message": "fail",
		"help": "fail",
		"path": ["budget"],
		"values": {"parts": "memory and storage"},
	}}
}

test_fail_beside_a_rest_one_share_is_lost if {
	message := {amount: r.message |
		some amount in [0, 1]
		build := object.union(_budget, {"budget": {"other": amount}})
		some r in rule.results with input as json.remove(build, ["budget/memory"])
	}
	message == {0: "fail", 1: "fail_rest"}
}

test_fail_each_part_that_matters if {
	every part, name in {"gpu": "GPUs", "memory": "memory", "storage": "storage"} {
		found := rule.results with input as json.remove(_budget, [concat("/", ["budget", part])])
		{[r.outcome, r.values.parts] | some r in found} == {["fail", name]}
	}
}

test_fail_nothing_in_all_whole_result if {
	found := rule.results with input as {"budget": {"gpu": 0, "memory": 0, "storage": 0, "total": 0}}
	found == {{
		"outcome": "fail",
		"level": "note",
		"message": "fail_zero",
		"help": "fail_zero",
		"path": ["budget"],
	}}
}

test_skipped_no_budget if {
	found := rule.results with input as {}
	found == {{"outcome": "skipped", "level": "note", "path": []}}
}

_budget := {"budget": {"gpu": 24000, "memory": 1500, "storage": 6000, "total": 31500}}
