package rackvet.rules.budget.split_test

import data.rackvet.rules.budget.split as rule

test_pass_the_docking_platform_whole_results if {
	found := rule.results with input as _budget(24000, 1500, 6000, 5500)
	found == {
		{
			"outcome": "pass",
			"level": "warning",
			"path": ["budget", "gpu"],
			"observed": 24000 / 37000,
			"limit": 0.6,
			"bound": "min",
			"evidence": {"gpu": 24000, "total": 37000, "least": 22200, "most": 25900},
			"values": {"what": "GPUs", "currency": " USD", "low": 0.6, "high": 0.7},
		},
		{
			"outcome": "pass",
			"level": "warning",
			"path": ["budget", "memory"],
			"observed": 7500 / 37000,
			"limit": 0.2,
			"bound": "min",
			"evidence": {"memory": 1500, "storage": 6000, "total": 37000, "least": 7400, "most": 11100},
			"values": {"what": "memory and storage", "currency": " USD", "low": 0.2, "high": 0.3},
		},
	}
}

test_pass_fail_gpu_share_on_each_boundary if {
	every case in [
		[49.9, "fail", "warning", "min"],
		[50, "fail", "note", "min"],
		[59.9, "fail", "note", "min"],
		[60, "pass", "warning", "min"],
		[70, "pass", "warning", "max"],
		[70.1, "fail", "note", "max"],
		[80, "fail", "note", "max"],
		[80.1, "fail", "warning", "max"],
	] {
		found := _part(_budget(case[0], 10, 0, 90 - case[0]), "gpu")
		[found.outcome, found.level, found.bound] == array.slice(case, 1, 4)
	}
}

test_pass_fail_memory_and_storage_share_on_each_boundary if {
	every case in [
		[9.9, "fail", "warning", "min"],
		[10, "fail", "note", "min"],
		[19.9, "fail", "note", "min"],
		[20, "pass", "warning", "min"],
		[30, "pass", "warning", "max"],
		[30.1, "fail", "note", "max"],
		[40, "fail", "note", "max"],
		[40.1, "fail", "warning", "max"],
	] {
		found := _part(_budget(50, case[0] / 2, case[0] / 2, 50 - case[0]), "memory")
		[found.outcome, found.level, found.bound] == array.slice(case, 1, 4)
	}
}

test_fail_says_which_side if {
	_part(_budget(90, 5, 0, 5), "gpu").bound == "max"
	_part(_budget(90, 5, 0, 5), "memory").bound == "min"
}

test_pass_no_currency_written if {
	found := rule.results with input as json.remove(_budget(65, 10, 15, 10), ["budget/currency"])
	{[r.outcome, r.values.currency] | some r in found} == {["pass", ""]}
}

test_undecided_total_of_zero if {
	found := rule.results with input as _budget(0, 0, 0, 0)
	found == {{
		"outcome": "undecided",
		"level": "warning",
		"path": ["budget"],
		"values": {"reason": "it is 0 in all"},
	}}
}

test_undecided_parts_that_are_not_given_nor_a_rest if {
	found := rule.results with input as json.remove(_budget(65, 10, 15, 0), ["budget/memory", "budget/storage"])
	{[r.outcome, r.values.reason] | some r in found} == {["undecided", "it gives nothing for memory and storage"]}
	gpu := rule.results with input as json.remove(_budget(65, 10, 15, 0), ["budget/gpu"])
	{[r.outcome, r.values.reason] | some r in gpu} == {["undecided", "it gives nothing for gpu"]}
}

test_undecided_one_part_that_is_not_given_nor_a_rest if {
	every part in ["memory", "storage"] {
		build := json.remove(_budget(65, 10, 15, 0), [concat("/", ["budget", part])])
		found := rule.results with input as build
		{[r.outcome, r.path] | some r in found} == {["undecided", ["budget"]]}
	}
}

test_undecided_a_rest_alone if {
	found := rule.results with input as json.remove(_budget(65, 10, 15, 10), ["budget/gpu", "budget/memory"])
	{[r.outcome, r.values.reason] | some r in found} == {["undecided", "it gives nothing for gpu and memory"]}
}

test_undecided_memory_without_storage_beside_a_rest if {
	found := rule.results with input as json.remove(_budget(0, 10, 15, 75), ["budget/gpu", "budget/storage"])
	{[r.outcome, r.values.reason] | some r in found} == {["undecided", "it gives nothing for gpu and storage"]}
}

# thinksmart.life: 86 % of a mining board's bill are its GPUs; the rest is one sum.
test_fail_what_can_be_judged_beside_a_rest if {
	rest := rule.results with input as json.remove(_budget(86, 0, 0, 14), ["budget/memory", "budget/storage"])
	{[r.path, r.outcome, r.level, r.limit] | some r in rest} == {[["budget", "gpu"], "fail", "warning", 0.7]}
	without := rule.results with input as json.remove(_budget(0, 10, 15, 75), ["budget/gpu"])
	{[r.path, r.outcome] | some r in without} == {[["budget", "memory"], "pass"]}
}

# SemiAnalysis: 32,010 of 270,000 USD of a box of eight are for other parts.
test_pass_fail_boards_of_gpus_on_their_boundary if {
	every factor in ["sxm", "oam", "board"] {
		[_of_board(86, factor), _of_board(90, factor), _of_board(90.1, factor)] == ["pass", "pass", "fail"]
	}
	[_of_board(70, "pcie"), _of_board(70.1, "pcie")] == ["pass", "fail"]
}

# _of_board is the outcome of a share where boards may take 90 %, as in practice.
_of_board(share, factor) := found.outcome if {
	build := object.union(_budget(share, 0, 0, 100 - share), {"gpu": {"form_factor": factor}})
	practice := object.union(data.rackvet.params["budget/split"], {"gpu_high_board": {"value": 0.9}})
	results := rule.results with input as build with data.rackvet.params["budget/split"] as practice
	some found in results
	found.path == ["budget", "gpu"]
}

test_skipped_no_budget if {
	found := rule.results with input as {}
	found == {{"outcome": "skipped", "level": "warning", "path": []}}
}

_part(build, name) := found if {
	results := rule.results with input as build
	some found in results
	found.path == ["budget", name]
}

_budget(gpu, memory, storage, other) := {"budget": {
	"currency": "USD",
	"gpu": gpu,
	"memory": memory,
	"storage": storage,
	"other": other,
	"total": ((gpu + memory) + storage) + other,
}}
