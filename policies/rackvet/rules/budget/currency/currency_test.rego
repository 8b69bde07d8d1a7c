package rackvet.rules.budget.currency_test

import data.rackvet.rules.budget.currency as rule

test_pass_currency_whole_result if {
	found := rule.results with input as {"budget": {"currency": "USD", "gpu": 24000, "total": 24000}}
	found == {{
		"outcome": "pass",
		"level": "note",
		"path": ["budget", "currency"],
		"values": {"currency": "USD"},
	}}
}

test_fail_amounts_without_a_currency_whole_result if {
	found := rule.results with input as {"budget": {"gpu": 24000, "total": 24000}}
	found == {{
		"outcome": "fail",
		"level": "note",
		"path": ["budget"],
		"values": {"total": 24000},
	}}
}

test_skipped_no_amounts if {
	found := rule.results with input as {"budget": {"total": 0}}
	found == {{"outcome": "skipped", "level": "note", "message": "skipped_empty", "path": ["budget"]}}
}

test_skipped_no_budget if {
	found := rule.results with input as {}
	found == {{"outcome": "skipped", "level": "note", "path": []}}
}
