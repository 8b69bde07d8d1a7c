package rackvet.rules.ratio["host-memory-excess_test"]

import data.rackvet.rules.ratio["host-memory-excess"] as rule

params := data.rackvet.params["ratio/host-memory-excess"]

# practice is the parameters of the profile of that name.
practice := object.union(params, {"limit": {"value": 6.4}})

test_pass_on_the_boundary_whole_result if {
	found := rule.results with input as _node(1280, 4, 80, [10])
	found == {{
		"outcome": "pass",
		"level": "note",
		"message": "pass",
		"path": ["memory", "capacity"],
		"observed": 4,
		"limit": 4,
		"evidence": {"host_memory": _gib(1280)},
		"values": {},
	}}
}

test_fail_whole_result if {
	found := rule.results with input as _node(1281, 4, 80, [10, 600])
	found == {{
		"outcome": "fail",
		"level": "note",
		"help": "fail",
		"path": ["memory", "capacity"],
		"observed": 1281 / 320,
		"limit": 4,
		"fix": [{"path": ["memory", "capacity"], "value": _gib(1280), "unit": "bytes"}],
		"evidence": {
			"host_memory": _gib(1281),
			"gpu_memory": _gib(320),
			"host_demand": _gib(600),
			"enough": _gib(1280),
		},
		"values": {"gpus": 4, "each": _gib(80)},
	}}
}

test_pass_fail_the_used_half_on_its_boundary if {
	_is(_node(1400, 4, 80, [700]), "pass", "pass_needed")
	_is(_node(1400, 4, 80, [699]), "fail", "")
	_only(_node(1400, 4, 80, [699, 700])).evidence.host_demand == _gib(700)
}

# Four L40S in 1 TB are 5.33 ×, as Oracle's BM.GPU.L40S.4 has them.
test_pass_fail_256_gb_a_gpu_on_its_boundary if {
	_is(_node(1024, 4, 48, [10]), "pass", "pass_small")
	_is(_node(1025, 4, 48, [10]), "fail", "")
	_only(_node(1025, 4, 48, [10])).evidence.enough == _gib(1024)
}

test_fail_help_is_the_largest_population_within if {
	build := object.union(_node(2048, 4, 80, [10]), {"memory": {"populations": [_modules(16, 32), _modules(16, 64), _modules(16, 128)]}})
	found := _only(build)
	found.help == "fail_balanced"
	[found.values.balanced, found.values.modules, found.values.module] == [_gib(1024), 16, _gib(64)]
	found.fix == [{"path": ["memory", "capacity"], "value": _gib(1024), "unit": "bytes"}]
}

test_fail_help_keeps_what_the_workloads_take if {
	build := object.union(_node(3000, 4, 80, [1100]), {"memory": {"populations": [_modules(16, 64), _modules(16, 128)]}})
	found := _only(build)
	[found.help, found.fix[0].value] == ["fail", _gib(1280)]
}

test_fail_help_where_the_workloads_take_more_than_the_limit if {
	found := _only(_node(3000, 4, 80, [1400]))
	[found.help, found.fix] == ["fail_demand", []]
}

test_pass_a_platform_as_its_vendor_ships_it if {
	build := object.union(_node(880, 2, 24, [10]), {
		"server": {"written": ["workload"]},
		"platform": {"id": "azure-nv72ads-a10-v5", "host_to_gpu_ratio": 880 / 48},
	})
	found := _only(build)
	[found.message, found.values.platform] == ["pass_shipped", "azure-nv72ads-a10-v5"]
	more := object.union(build, {"totals": {"host_memory_bytes": _gib(1000), "host_to_gpu_ratio": 1000 / 48}})
	_is(more, "fail", "")
}

test_pass_a_platform_whose_gpus_are_written_as_they_are if {
	build := object.union(_node(880, 2, 24, [10]), {"platform": {
		"id": "p",
		"gpu_id": "x",
		"gpu_count": 2,
		"host_to_gpu_ratio": 880 / 48,
	}})
	_is(build, "pass", "pass_shipped")
	_is(object.union(build, {"platform": {"gpu_count": 4}}), "fail", "")
	_is(object.union(build, {"platform": {"gpu_id": "y"}}), "fail", "")
}

# Practice: Dell's R760xa ships four H100 with 2 TB, 6.4 ×.
test_pass_fail_practice_takes_what_ships if {
	at := rule.results with input as _node(2048, 4, 80, [10])
		with data.rackvet.params["ratio/host-memory-excess"] as practice
	{r.outcome | some r in at} == {"pass"}
	over := rule.results with input as _node(2049, 4, 80, [10])
		with data.rackvet.params["ratio/host-memory-excess"] as practice
	{r.outcome | some r in over} == {"fail"}
}

# 4 × 320 GiB are 1280, the most that passes.
test_fail_advice_on_the_boundary_of_the_demand if {
	_only(_node(3000, 4, 80, [1280])).help == "fail"
	_only(_node(3000, 4, 80, [1281])).help == "fail_demand"
	modules := {"memory": {"populations": [_modules(16, 80)]}}
	_only(object.union(_node(3000, 4, 80, [1280]), modules)).help == "fail_balanced"
}

test_undecided_where_a_workloads_demand_is_not_known if {
	build := _node(1281, 4, 80, [10])
	found := _only(object.union(build, {"turns": array.concat(build.turns, [_turn("b")])}))
	[found.outcome, found.message, found.level] == ["undecided", "undecided_demand", "note"]
}

test_skipped_where_no_workload_says_what_it_is_for if {
	found := _only(_node(1281, 4, 80, []))
	[found.outcome, found.message, found.observed] == ["skipped", "skipped_workloads", 1281 / 320]
	_is(_node(1280, 4, 80, []), "pass", "pass")
}

test_undecided_gpu_memory_not_known if {
	found := rule.results with input as json.remove(_node(1281, 4, 80, []), ["totals/host_to_gpu_ratio"])
	found == {{
		"outcome": "undecided",
		"level": "note",
		"path": ["gpu", "model"],
		"values": {"gpu": "x"},
	}}
}

test_skipped_coherent_host if {
	found := rule.results with input as object.union(_node(512, 1, 96, [1]), {"gpu": {"coherent_host": true}})
	found == {{
		"outcome": "skipped",
		"level": "note",
		"path": ["gpu", "model"],
		"values": {"gpu": "x"},
	}}
}

_is(build, outcome, message) if {
	found := _only(build)
	found.outcome == outcome
	object.get(found, "message", "") == message
}

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_gib(n) := n * 1073741824

_modules(n, size) := {"count": n, "size_bytes": _gib(size), "capacity_bytes": _gib(n * size)}

_turn(name) := {"name": name, "path": ["workload", "tasks", name]}

_node(host, gpus, each, demands) := {
	"server": {"written": ["gpu", "memory"]},
	"memory": {"populations": [], "dimms": []},
	"gpu": {"written": "x", "id": "x", "count": gpus, "memory_bytes": _gib(each)},
	"turns": [turn |
		some i, demand in demands
		name := sprintf("w%d", [i])
		turn := object.union(_turn(name), {"host_high_bytes": _gib(demand)})
	],
	"totals": {
		"host_memory_bytes": _gib(host),
		"gpu_memory_bytes": _gib(gpus * each),
		"host_to_gpu_ratio": host / (gpus * each),
	},
}
