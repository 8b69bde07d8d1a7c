package rackvet.rules.part.contradiction_test

import data.rackvet.rules.part.contradiction as rule

test_pass_whole_result if {
	found := rule.results with input as _node(1024, [_dimms(16, 64)])
	found == {{"outcome": "pass", "level": "error", "path": []}}
}

test_pass_without_modules_or_a_known_cpu if {
	_outcomes(_node(1024, [])) == {"pass"}
	bare := {
		"server": {"written": ["memory"]},
		"memory": _memory(1024, [_dimms(32, 32)]),
		"cpu": {"sockets": 9, "unconfirmed": []},
		"redefined": [],
	}
	_outcomes(bare) == {"pass"}
}

test_fail_fewer_modules_whole_result if {
	found := rule.results with input as _node(1024, [_dimms(16, 32)])
	found == {{
		"outcome": "fail",
		"level": "warning",
		"message": "fail_dimms",
		"help": "fail_dimms",
		"path": ["memory", "capacity"],
		"observed": _gib(512),
		"limit": _gib(1024),
		"bound": "min",
		"fix": [{"path": ["memory", "capacity"], "value": _gib(512), "unit": "bytes"}],
		"related": [{"path": ["memory", "dimm", 0], "message": "the modules"}],
	}}
}

test_modules_on_the_boundaries if {
	_outcomes(_node(1000, [_dimms(10, 99)])) == {"pass"}
	_outcomes(_node(1000, [_dimms(10, 101)])) == {"pass"}
	_only(_node(1000, [_dimms(14, 70)])).message == "fail_dimms"
	_only(_node(1000, [_dimms(14, 73)])).message == "fail_dimms"
}

# "2.3 TB" and 24 modules of 96 GB (Cisco UCS C885A in MLPerf Inference v5.1).
test_fail_a_rounded_capacity if {
	found := _only(_node(2355.2, [_dimms(24, 96)]))
	[found.message, found.observed] == ["fail_dimms", _gib(2304)]
}

test_fail_more_modules_than_said if {
	found := _only(_node(512, [_dimms(16, 64)]))
	[found.level, found.observed, found.limit] == ["warning", _gib(1024), _gib(512)]
}

test_fail_more_sockets_than_a_board_holds if {
	build := object.union(_node(512, []), {"cpu": {"sockets": 4}})
	found := _only(build)
	found == {
		"outcome": "fail",
		"level": "error",
		"message": "fail_sockets",
		"help": "fail_sockets",
		"path": ["cpu", "sockets"],
		"observed": 4,
		"limit": 2,
		"unit": "count",
		"fix": [{"path": ["cpu", "sockets"], "value": 2}],
		"values": {"cpu": "x"},
	}
}

test_fail_more_memory_than_the_cpu_takes if {
	_outcomes(_node(8192 * 1.08, [])) == {"pass"}
	found := _only(_node(8850, []))
	found == {
		"outcome": "fail",
		"level": "error",
		"message": "fail_capacity",
		"help": "fail_capacity",
		"path": ["memory", "capacity"],
		"observed": _gib(8850),
		"limit": _gib(8192),
		"fix": [{"path": ["memory", "capacity"], "value": _gib(8192), "unit": "bytes"}],
		"related": [{"path": ["cpu", "model"], "message": "the CPU"}],
		"values": {"cpu": "x", "sockets": 2},
	}
}

test_a_figure_that_no_source_confirms_is_a_warning if {
	build := object.union(_node(8850, []), {"cpu": {"unconfirmed": ["tdp", "memory_max"]}})
	_only(build).level == "warning"
	_only(object.union(build, {"cpu": {"unconfirmed": ["tdp"]}})).level == "error"
}

test_fail_modules_of_another_generation if {
	found := _only(_node(1024, [object.union(_dimms(16, 64), {"type": "ddr5"})]))
	found == {
		"outcome": "fail",
		"level": "error",
		"message": "fail_type",
		"help": "fail_type",
		"path": ["memory", "dimm", 0, "type"],
		"fix": [{"path": ["memory", "dimm", 0, "type"], "value": "ddr4"}],
		"related": [{"path": ["cpu", "model"], "message": "the CPU"}],
		"values": {"cpu": "x", "type": "ddr4", "written": "ddr5"},
	}
}

test_mrdimms_fit_xeon_6_alone if {
	modules := [object.union(_dimms(16, 64), {"type": "mrdimm"})]
	xeon := object.union(_node(1024, modules), {"cpu": {"memory_type": "ddr5", "family": "xeon-6-6900p"}})
	_outcomes(xeon) == {"pass"}
	epyc := object.union(xeon, {"cpu": {"family": "epyc-9005"}})
	_only(epyc).message == "fail_type"
	older := object.union(xeon, {"memory": {"dimms": [_dimms(16, 64)]}})
	_only(older).message == "fail_type"
}

test_fail_more_modules_than_slots if {
	_outcomes(_node(1024, [_dimms(32, 32)])) == {"pass"}
	found := _only(_node(1056, [_dimms(33, 32)]))
	[found.message, found.help, found.observed, found.limit] == ["fail_slots", "fail_slots", 33, 32]
	found.fix == []
	several := _only(_node(1024, [_dimms(16, 16), object.union(_dimms(48, 16), {"index": 1})]))
	[several.help, several.observed] == ["fail_slots", 64]
}

test_fail_more_modules_than_slots_with_the_ones_that_fit if {
	populations := [{"count": 16, "size_bytes": _gib(64), "capacity_bytes": _gib(1024)}]
	found := _only(object.union(_node(1024, [_dimms(64, 16)]), {"memory": {"populations": populations}}))
	[found.help, found.values.modules, found.values.size] == ["fail_slots_fix", 16, _gib(64)]
	count(found.fix) == 3
}

test_fail_a_figure_that_is_not_the_catalogues if {
	found := _only(_redefined("memory", "catalogue", _gib(96), _gib(80)))
	found == {
		"outcome": "fail",
		"level": "warning",
		"message": "fail_catalogue",
		"help": "fail_catalogue",
		"path": ["gpu", "model"],
		"observed": _gib(96),
		"limit": _gib(80),
		"unit": "bytes",
		"values": {"id": "y", "figure": "memory"},
	}
}

test_fail_a_count_and_a_model_against_its_shape if {
	links := _only(_redefined("link_domain", "catalogue", 8, 2))
	[links.unit, links.values.figure] == ["count", "link domain"]
	model := _only(_redefined("parameters", "shape", 13000000000, 6500000000))
	[model.message, model.observed, model.limit, model.unit] == ["fail_shape", 13, 6.5, "billion"]
}

# Qwen2-VL-2B has 2.21 billion parameters, of which 1.54 are the language model's.
test_parameters_beside_the_layers_are_no_contradiction if {
	_outcomes(_redefined("parameters", "shape", 1500000000, 1000000000)) == {"pass"}
	_outcomes(_redefined("parameters", "shape", 1510000000, 1000000000)) == {"fail"}
	_outcomes(_redefined("parameters", "shape", 960000000, 1000000000)) == {"fail"}
	_outcomes(_redefined("parameters", "catalogue", 1500000000, 1000000000)) == {"fail"}
}

# The GH200 servers of MLPerf Inference have 512 GB where Grace takes 480.
test_what_a_platform_ships_is_not_the_specs_to_correct if {
	build := object.union(_node(8850, [object.union(_dimms(64, 64), {"type": "ddr5"})]), {"cpu": {"sockets": 3}})
	_outcomes(object.union(build, {"server": {"written": ["workload"]}})) == {"pass"}
	more := _node(8850, [])
	_only(more).message == "fail_capacity"
	_outcomes(object.union(more, {"server": {"written": ["workload"]}})) == {"pass"}
	_only(object.union(build, {"server": {"written": ["cpu"]}, "memory": {"dimms": []}})).message == "fail_sockets"
}

test_each_contradiction_has_its_own_result if {
	build := object.union(_node(8850, [object.union(_dimms(16, 64), {"type": "ddr5"})]), {"cpu": {"sockets": 3}})
	found := rule.results with input as build
	{r.message | some r in found} == {"fail_dimms", "fail_sockets", "fail_type"}
}

_outcomes(build) := {r.outcome | some r in found} if found := rule.results with input as build

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_gib(n) := n * 1073741824

_dimms(n, size) := {"index": 0, "count": n, "size_bytes": _gib(size), "type": "ddr4"}

_memory(capacity, dimms) := object.union(
	{"capacity_bytes": _gib(capacity), "dimms": dimms, "populations": []},
	{"dimm_bytes": bytes | bytes := sum([b | some d in dimms; b := d.count * d.size_bytes]); bytes > 0},
)

_node(capacity, dimms) := {
	"server": {"written": ["cpu", "memory"]},
	"memory": _memory(capacity, dimms),
	"cpu": {
		"written": "x",
		"family": "epyc-7003",
		"sockets": 2,
		"sockets_max": 2,
		"memory_type": "ddr4",
		"memory_max_bytes": _gib(4096),
		"memory_channels": 8,
		"dimms_per_channel": 2,
		"unconfirmed": [],
	},
	"redefined": [],
}

_redefined(figure, by, stated, known) := object.union(_node(1024, []), {"redefined": [{
	"path": ["gpu", "model"],
	"id": "y",
	"figure": figure,
	"stated": stated,
	"known": known,
	"by": by,
}]})

test_pass_fail_gpus_and_nodes_of_a_workload_on_the_boundary if {
	at := {[gpus, nodes]: {[found.message, found.level, found.path, found.observed, found.limit] | some found in _results(gpus, nodes); found.outcome == "fail"} |
		some gpus in [8, 9]
		some nodes in [2, 3]
	}
	path := ["workload", "training", "w"]
	at[[8, 2]] == set()
	at[[9, 2]] == {["fail_gpus", "error", array.concat(path, ["gpus"]), 9, 8]}
	at[[8, 3]] == {["fail_nodes", "error", array.concat(path, ["nodes"]), 3, 2]}
	count(at[[9, 3]]) == 2
}

_results(gpus, nodes) := found if {
	build := object.union(_node(1024, [_dimms(16, 64)]), {
		"server": {"nodes": 2},
		"gpu": {"count": 8},
		"workloads": [{"path": ["workload", "training", "w"], "gpus": gpus, "nodes": nodes}],
	})
	found := rule.results with input as build
}

test_fail_pass_superchip_with_another_cpu if {
	chip := {"gpu": {"written": "gh200", "vendor": "nvidia", "form_factor": "superchip"}, "server": {"written": ["memory", "cpu"]}}
	build := object.union(_node(1024, [_dimms(16, 64)]), chip)
	found := _only(object.union(build, {"cpu": {"written": "c", "family": "epyc-9004"}}))
	[found.message, found.level, found.path, found.values] == ["fail_host", "error", ["cpu", "model"], {"gpu": "gh200", "cpu": "c"}]
	_outcomes(object.union(build, {"cpu": {"written": "nvidia-grace", "family": "grace"}})) == {"pass"}
}

# What a platform is said to ship, and nobody confirms, is no ground for an error.
test_fail_a_platform_whose_cpu_is_not_confirmed_is_a_warning if {
	build := _node(1024, [object.union(_dimms(16, 64), {"type": "ddr3"})])
	_only(build).level == "error"
	platform := {"server": {"written": ["memory"]}, "platform": {"id": "p", "unconfirmed": ["cpu"]}}
	found := _only(object.union(build, platform))
	[found.level, found.message] == ["warning", "fail_type"]
}
