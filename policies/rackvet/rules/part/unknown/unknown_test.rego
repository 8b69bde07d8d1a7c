package rackvet.rules.part.unknown_test

import data.rackvet.rules.part.unknown as rule

test_pass_where_every_name_leads_somewhere if {
	found := rule.results with input as {"unresolved": []}
	found == {{"outcome": "pass", "level": "error", "path": []}}
}

test_pass_a_name_that_fits_several_is_another_rules_matter if {
	every kind in ["gpu", "cpu"] {
		found := rule.results with input as {"unresolved": [object.union(_name(kind, []), {"candidates": ["a", "b"]})]}
		found == {{"outcome": "pass", "level": "error", "path": []}}
	}
}

test_fail_a_gpu_whole_result if {
	found := rule.results with input as {"unresolved": [_name("gpu", ["b", "c"])]}
	found == {{
		"outcome": "fail",
		"level": "error",
		"help": "fail_gpu_near",
		"path": ["gpu", "model"],
		"values": {"kind": "GPU", "written": "x", "near": "b or c"},
	}}
}

test_fail_a_model_or_platform_is_an_error if {
	every kind in ["gpu", "model", "platform"] {
		found := rule.results with input as {"unresolved": [_name(kind, [])]}
		some result in found
		[result.level, result.help] == ["error", concat("", ["fail_", kind])]
	}
}

test_fail_near_names_are_suggested if {
	every kind in ["cpu", "gpu", "model", "platform"] {
		found := rule.results with input as {"unresolved": [_name(kind, ["b"])]}
		some result in found
		[result.help, result.values.near] == [concat("", ["fail_", kind, "_near"]), "b"]
	}
}

test_fail_a_cpu_is_a_warning_since_little_hangs_on_it if {
	found := rule.results with input as {"unresolved": [_name("cpu", [])]}
	{[r.level, r.message, r.help] | some r in found} == {["warning", "fail_cpu", "fail_cpu"]}
}

test_fail_each_name_by_itself if {
	count(rule.results) == 2 with input as {"unresolved": [_name("gpu", []), _name("cpu", ["b"])]}
}

_name(kind, suggestions) := {
	"kind": kind,
	"path": [kind, "model"],
	"written": "x",
	"candidates": [],
	"suggestions": suggestions,
}
