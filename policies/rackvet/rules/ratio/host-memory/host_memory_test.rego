package rackvet.rules.ratio["host-memory_test"]

import data.rackvet.rules.ratio["host-memory"] as rule

params := data.rackvet.params["ratio/host-memory"]

# practice is the parameters of the profile of that name.
practice := object.union(params, {"training_error": {"value": 1}, "training_error_dense": {"value": 1}})

test_pass_article_docking_platform_whole_result if {
	found := rule.results with input as _server(128, 2, 40, ["tasks"])
	found == {{
		"outcome": "pass",
		"level": "error",
		"path": ["memory", "capacity"],
		"observed": 1.6,
		"limit": 1.5,
		"evidence": {"host_memory": 137438953472, "gpu_memory": 85899345920},
		"values": {"basis": "for tasks", "gpus": 2, "each": 42949672960},
	}}
}

test_pass_four_4090_with_192_gb if {
	_is(_server(192, 4, 24, ["finetuning"]), "pass", "error", 2, 1.5)
}

test_pass_training_on_the_boundary if {
	_is(_server(240, 4, 40, ["training"]), "pass", "error", 1.5, 1.5)
}

test_fail_training_below_the_boundary if {
	_is(_server(239, 4, 40, ["training"]), "fail", "error", 239 / 160, 1.5)
}

test_fail_article_example_says_what_passes if {
	found := _only(_server(128, 4, 40, ["training"]))
	found.outcome == "fail"
	found.level == "error"
	found.observed == 0.8
	found.limit == 1.5
	found.message == "fail"
	found.help == "fail"
	found.related == []
	found.values == {"basis": "for training", "needed": 1.5, "gpus": 4, "each": _gib(40), "modules": 0, "module": 0}
	found.evidence == {
		"host_memory": _gib(128),
		"gpu_memory": _gib(160),
		"memory_needed": 257698037760,
		"balanced": null,
		"host_demand": null,
	}
	found.fix == [{"path": ["memory", "capacity"], "value": 257698037760, "unit": "bytes"}]
}

test_fail_help_names_the_next_population if {
	populations := [{"count": 16, "size_bytes": _gib(16), "capacity_bytes": _gib(256)}]
	found := _only(object.union(_server(128, 4, 40, ["training"]), {"memory": {"populations": populations}}))
	[found.help, found.values.modules, found.evidence.balanced] == ["fail_balanced", 16, _gib(256)]
	found.fix == [{"path": ["memory", "capacity"], "value": _gib(256), "unit": "bytes"}]
}

test_pass_fail_each_other_kind_on_its_boundaries if {
	every kind in ["finetuning", "tasks", "diffusion"] {
		_is(_server(240, 4, 40, [kind]), "pass", "error", 1.5, 1.5)
		_is(_server(239, 4, 40, [kind]), "fail", "warning", 239 / 160, 1.5)
		_is(_server(160, 4, 40, [kind]), "fail", "warning", 1, 1.5)
		_is(_server(159, 4, 40, [kind]), "fail", "error", 159 / 160, 1)
	}
}

test_pass_fail_no_workload_on_its_boundaries if {
	_is(_server(240, 4, 40, []), "pass", "error", 1.5, 1.5)
	_is(_server(239, 4, 40, []), "fail", "warning", 239 / 160, 1.5)
	_is(_server(159, 4, 40, []), "fail", "error", 159 / 160, 1)
}

test_pass_fail_inference_on_its_boundaries if {
	_is(_server(160, 4, 40, ["inference"]), "pass", "error", 1, 1)
	_is(_server(159, 4, 40, ["inference"]), "fail", "warning", 159 / 160, 1)
	_is(_server(40, 4, 40, ["inference"]), "fail", "warning", 0.25, 1)
	_is(_server(39, 4, 40, ["inference"]), "fail", "error", 39 / 160, 0.25)
}

test_fail_help_of_an_error_is_free_of_warnings if {
	_only(_server(128, 4, 40, ["tasks"])).values.needed == 1.5
	_only(_server(30, 4, 40, ["inference"])).values.needed == 1
}

test_fail_the_strictest_kind_counts_and_is_named if {
	found := _only(_server(200, 4, 40, ["inference", "training", "tasks"]))
	found.level == "error"
	found.values.basis == "for training"
	found.related == [{"path": ["workload", "training", "w1"], "message": "the strictest kind of workload"}]
}

test_pass_basis_names_each_kind if {
	_only(_server(512, 4, 40, ["finetuning", "tasks"])).values.basis == "for fine-tuning"
	_only(_server(512, 4, 40, ["diffusion", "inference"])).values.basis == "for diffusion"
	_only(_server(512, 4, 40, ["inference"])).values.basis == "for inference"
	_only(_server(512, 4, 40, [])).values.basis == "for a server without workloads"
}

test_pass_fail_dense_parts_on_their_boundaries if {
	_is(_server(1840, 8, 200, ["training"]), "pass", "error", 1.15, 1.15)
	_is(_server(1839, 8, 200, ["training"]), "fail", "error", 1839 / 1600, 1.15)
	_is(_server(1840, 8, 200, ["tasks"]), "pass", "error", 1.15, 1.15)
	_is(_server(1839, 8, 200, ["tasks"]), "fail", "warning", 1839 / 1600, 1.15)
	_is(_server(1599, 8, 200, ["tasks"]), "fail", "error", 1599 / 1600, 1)
}

test_pass_fail_a_part_is_dense_from_141_gb if {
	_is(_server(1400, 8, 141, ["training"]), "pass", "error", 1400 / 1128, 1.15)
	_is(_server(1400, 8, 140, ["training"]), "fail", "error", 1400 / 1120, 1.5)
}

test_pass_platform_as_shipped_whatever_the_rule_of_thumb if {
	found := _only(_on_platform(_server(16, 1, 24, ["tasks"]), "aws-g5.xlarge", 16 / 24, 1))
	found.outcome == "pass"
	found.limit == 16 / 24
	found.values.basis == "that aws-g5.xlarge ships with"
}

test_fail_platform_with_less_than_it_ships if {
	found := _only(_on_platform(_server(15, 1, 24, ["tasks"]), "aws-g5.xlarge", 16 / 24, 1))
	found.outcome == "fail"
	found.level == "error"
	found.limit == 16 / 24
}

test_pass_platform_that_ships_more_does_not_raise_the_limit if {
	found := _only(_on_platform(_server(256, 4, 40, ["tasks"]), "nvidia-dgx-a100", 3.2, 4))
	found.limit == 1.5
	found.values.basis == "for tasks"
}

test_fail_platform_ratio_is_void_for_other_gpus if {
	build := _on_platform(_server(1000, 8, 100, ["training"]), "x", 1.2, 8)
	_is(build, "pass", "error", 1.25, 1.2)
	written := object.union(build, {"server": {"written": ["gpu", "memory"]}})
	_is(written, "pass", "error", 1.25, 1.2)
	_is(object.union(written, {"platform": {"gpu_count": 4}}), "fail", "error", 1.25, 1.5)
	_is(object.union(written, {"platform": {"gpu_id": "other"}}), "fail", "error", 1.25, 1.5)
}

test_fail_article_does_not_ask_for_host_demand if {
	build := object.union(_server(200, 4, 40, ["training"]), {"totals": {"host_demand_bytes": _gib(10)}})
	found := _only(build)
	found.level == "error"
	found.limit == 1.5
}

test_fail_practice_forgives_training_whose_host_demand_fits if {
	build := object.union(_server(200, 4, 40, ["training"]), {"totals": {"host_demand_bytes": _gib(160)}})
	found := _practice(build)
	found.outcome == "fail"
	found.level == "warning"
	found.limit == 1.5
	found.message == "fail_fits"
	found.evidence.host_demand == _gib(160)
}

test_fail_practice_host_demand_without_20_percent_to_spare if {
	build := object.union(_server(200, 4, 40, ["training"]), {"totals": {"host_demand_bytes": _gib(161)}})
	found := _practice(build)
	found.level == "error"
	found.message == "fail_demand"
}

test_fail_practice_host_demand_not_known if {
	found := _practice(_server(200, 4, 40, ["training"]))
	found.level == "error"
	found.limit == 1.5
	found.message == "fail_demand_unknown"
}

test_fail_practice_below_one_whatever_the_demand if {
	small := {"totals": {"host_demand_bytes": _gib(1)}}
	_practice(object.union(_server(160, 4, 40, ["training"]), small)).level == "warning"
	found := _practice(object.union(_server(159, 4, 40, ["training"]), small))
	found.level == "error"
	found.limit == 1
	found.message == "fail"
}

test_pass_fail_practice_dense_parts if {
	small := {"totals": {"host_demand_bytes": _gib(1)}}
	_practice(object.union(_server(1840, 8, 200, ["training"]), small)).outcome == "pass"
	_practice(object.union(_server(1700, 8, 200, ["training"]), small)).level == "warning"
	_practice(object.union(_server(1599, 8, 200, ["training"]), small)).level == "error"
}

test_pass_limit_is_the_higher_where_a_profile_swaps_them if {
	swapped := object.union(params, {"general_error": {"value": 2}})
	found := rule.results with input as _server(400, 4, 40, ["tasks"])
		with data.rackvet.params["ratio/host-memory"] as swapped
	{[r.outcome, r.limit] | some r in found} == {["pass", 2]}
	short := rule.results with input as _server(280, 4, 40, ["tasks"])
		with data.rackvet.params["ratio/host-memory"] as swapped
	{[r.outcome, r.limit] | some r in short} == {["fail", 2]}
}

test_undecided_gpu_memory_not_known if {
	found := rule.results with input as _unknown
	found == {{
		"outcome": "undecided",
		"level": "error",
		"path": ["gpu", "model"],
		"evidence": {"host_memory": 137438953472},
		"values": {"gpu": "x"},
	}}
}

test_skipped_coherent_host if {
	build := object.union(_server(1, 1, 96, ["training"]), {"gpu": {"coherent_host": true}})
	found := rule.results with input as build
	found == {{
		"outcome": "skipped",
		"level": "error",
		"path": ["gpu", "model"],
		"values": {"gpu": "x"},
	}}
}

test_skipped_coherent_host_of_unknown_memory if {
	_only(object.union(_unknown, {"gpu": {"coherent_host": true}})).outcome == "skipped"
}

test_pass_host_known_not_to_be_coherent if {
	_is(object.union(_server(128, 2, 40, []), {"gpu": {"coherent_host": false}}), "pass", "error", 1.6, 1.5)
}

_is(build, outcome, level, observed, limit) if {
	found := _only(build)
	[found.outcome, found.level, found.observed, found.limit] == [outcome, level, observed, limit]
}

# _only is the one result; two or none give nothing.
_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_practice(build) := found if {
	results := rule.results with input as build with data.rackvet.params["ratio/host-memory"] as practice
	count(results) == 1
	some found in results
}

_gib(n) := n * 1073741824

_server(host, gpus, each, kinds) := {
	"server": {"written": ["gpu", "memory"]},
	"memory": {"populations": [], "dimms": []},
	"gpu": {"written": "x", "id": "x", "count": gpus, "memory_bytes": _gib(each)},
	"workloads": [w |
		some i, kind in kinds
		name := sprintf("w%d", [i])
		w := {"kind": kind, "name": name, "path": ["workload", kind, name]}
	],
	"totals": {
		"host_memory_bytes": _gib(host),
		"gpu_memory_bytes": _gib(gpus * each),
		"host_to_gpu_ratio": host / (gpus * each),
	},
}

_unknown := {
	"server": {"written": ["gpu", "memory"]},
	"gpu": {"written": "x", "count": 2},
	"workloads": [],
	"totals": {"host_memory_bytes": _gib(128)},
}

_on_platform(build, id, ratio, gpus) := object.union(build, {
	"server": {"written": []},
	"platform": {"id": id, "gpu_id": "x", "gpu_count": gpus, "host_to_gpu_ratio": ratio},
})
