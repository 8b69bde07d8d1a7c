package rackvet.rules.part.ambiguous_test

import data.rackvet.rules.part.ambiguous as rule

test_pass_where_no_name_is_in_doubt if {
	found := rule.results with input as {"unresolved": []}
	found == {{"outcome": "pass", "level": "error", "path": []}}
}

test_pass_a_name_that_fits_nothing_is_another_rules_matter if {
	found := rule.results with input as {"unresolved": [object.union(_name("gpu"), {"candidates": []})]}
	found == {{"outcome": "pass", "level": "error", "path": []}}
}

test_fail_a_gpu_whole_result if {
	found := rule.results with input as {"unresolved": [_name("gpu")]}
	found == {{
		"outcome": "fail",
		"level": "warning",
		"help": "fail",
		"path": ["gpu", "model"],
		"values": {"kind": "GPU", "written": "x", "fits": 2, "candidates": "a or b"},
	}}
}

test_fail_a_model_or_platform_is_an_error_since_nothing_is_shared if {
	every kind in ["model", "platform"] {
		found := rule.results with input as {"unresolved": [_name(kind)]}
		some result in found
		[result.level, result.help] == ["error", "fail_several"]
	}
}

test_fail_a_cpu_is_a_warning if {
	found := rule.results with input as {"unresolved": [_name("cpu")]}
	some result in found
	[result.level, result.values.kind] == ["warning", "CPU"]
}

_name(kind) := {
	"kind": kind,
	"path": [kind, "model"],
	"written": "x",
	"candidates": ["a", "b"],
	"suggestions": [],
}
