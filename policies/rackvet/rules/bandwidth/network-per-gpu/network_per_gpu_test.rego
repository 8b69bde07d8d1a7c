package rackvet.rules.bandwidth["network-per-gpu_test"]

import data.rackvet.rules.bandwidth["network-per-gpu"] as rule

test_pass_on_both_boundaries_whole_result if {
	found := rule.results with input as _two([_ports("fabric", "compute", 4, 12.5)], {"sharding": "zero3"})
	found == {{
		"outcome": "pass",
		"level": "error",
		"path": ["workload", "training", "a"],
		"observed": _gb(50),
		"limit": _gb(50),
		"evidence": {"ports": 4, "per_gpu": _gb(6.25)},
		"related": [{"path": ["network", "fabric"], "message": "what joins the nodes"}],
		"values": {"what": "sharded training", "nodes": 2},
	}}
}

# 10 Gb/s a node: 30 samples a second and GPU on one node, 10 on two
# (mlfoundations/open_clip#466).
test_fail_whole_result if {
	found := rule.results with input as _two([_ports("onboard", "compute", 1, 10)], {"sharding": "zero3"})
	found == {{
		"outcome": "fail",
		"level": "error",
		"help": "fail_one",
		"path": ["workload", "training", "a"],
		"observed": _gb(10),
		"limit": _gb(50),
		"fix": [
			{"path": ["network", "onboard", "ports"], "value": 4},
			{"path": ["network", "onboard", "speed"], "value": _gb(25), "unit": "bits/s"},
		],
		"evidence": {"ports": 1, "per_gpu": _gb(10 / 8)},
		"related": [{"path": ["network", "onboard"], "message": "what joins the nodes"}],
		"values": {"what": "sharded training", "nodes": 2, "fast": _gb(25), "enough": 4},
	}}
}

test_fail_just_under_the_speed_is_an_error if {
	_is(_two([_ports("f", "compute", 4, 12.4)], {"sharding": "zero3"}), "fail", "error", "")
	_is(_two([_ports("f", "compute", 4, 12.5)], {"sharding": "zero3"}), "pass", "error", "")
}

test_fail_fewer_ports_than_half_the_gpus_is_a_warning if {
	found := _only(_two([_ports("f", "compute", 3, 100)], {"sharding": "zero3"}))
	[found.level, found.message, found.observed, found.limit, found.unit] == ["warning", "fail_ports", 3, 4, "count"]
	found.values == {"what": "sharded training", "nodes": 2, "gpus": 8, "fast": _gb(100), "enough": 4}
	found.fix == [
		{"path": ["network", "f", "ports"], "value": 4},
		{"path": ["network", "f", "speed"], "value": _gb(100), "unit": "bits/s"},
	]
}

# AWS gives a g6e.48xlarge its 400 Gb/s through one port: 50 Gb/s for each of eight.
test_fail_half_of_an_odd_number_of_gpus_is_rounded_up if {
	_only(_two([_ports("f", "compute", 3, 100)], {"sharding": "zero3", "gpus": 7})).limit == 4
	_is(_two([_ports("f", "compute", 4, 87)], {"sharding": "zero3", "gpus": 7}), "pass", "error", "")
}

test_few_ports_are_enough_where_they_are_fast if {
	_is(_two([_ports("f", "compute", 1, 400)], {"sharding": "zero3"}), "pass", "error", "")
	_is(_two([_ports("f", "compute", 1, 399)], {"sharding": "zero3"}), "fail", "warning", "fail_ports")
}

test_what_counts_as_sharded if {
	slow := [_ports("f", "compute", 4, 10)]
	every change in [
		{"sharding": "zero2"},
		{"sharding": "zero2", "method": "full"},
		{"sharding": "zero3", "method": "lora"},
		{"parallelism": {"tensor": 8, "pipeline": 2, "context": 1, "expert": 1}},
		{"parallelism": {"tensor": 16, "pipeline": 1, "context": 1, "expert": 1}},
		{"parallelism": {"tensor": 8, "pipeline": 1, "context": 2, "expert": 1}},
		{"parallelism": {"tensor": 1, "pipeline": 1, "context": 1, "expert": 16}},
	] {
		_is(_two(slow, change), "fail", "error", "")
	}
}

# 16 cards over 40 Gb/s reach 73 % (horovod/horovod#416).
test_copies_are_a_warning_under_40_gigabit if {
	every change in [{}, {"sharding": "zero1"}, {"parallelism": {"tensor": 8, "pipeline": 1, "context": 1, "expert": 8}}] {
		_is(_two([_ports("f", "compute", 1, 40)], change), "pass", "warning", "")
		_is(_two([_ports("f", "compute", 1, 39)], change), "fail", "warning", "")
	}
	found := _only(_two([_ports("f", "compute", 1, 10)], {}))
	[found.values.what, found.limit, found.values.enough, found.values.fast] == ["data-parallel training", _gb(40), 1, _gb(40)]
}

test_adapters_exchange_little if {
	found := _only(_two([_ports("f", "compute", 1, 1)], {"kind": "finetuning", "method": "qlora"}))
	found == {
		"outcome": "skipped",
		"level": "warning",
		"message": "skipped_adapters",
		"path": ["workload", "training", "a"],
	}
	_is(_two([_ports("f", "compute", 1, 1)], {"sharding": "zero2", "method": "lora"}), "skipped", "warning", "skipped_adapters")
}

test_ports_for_computing_come_before_those_for_nothing_else if {
	front := _ports("front", "management", 1, 100)
	free := object.remove(_ports("free", "", 2, 25), ["role"])
	_only(_two([front, free, _ports("f", "compute", 4, 100)], {})).observed == _gb(400)
	_only(_two([front, free], {})).observed == _gb(50)
	_only(_two([front], {})).observed == _gb(100)
}

test_fail_with_several_groups_names_the_sum if {
	found := _only(_two([_ports("a", "compute", 1, 10), _ports("b", "compute", 1, 10)], {"sharding": "zero3"}))
	[found.help, found.fix, found.observed, count(found.related)] == ["fail_many", [], _gb(20), 2]
}

test_undecided_sharded_where_the_spec_says_nothing_of_the_network if {
	found := _only(_two([], {"sharding": "zero3"}))
	found == {
		"outcome": "undecided",
		"level": "error",
		"help": "undecided",
		"path": ["workload", "training", "a"],
		"values": {"nodes": 2},
	}
}

test_skipped_copies_where_the_spec_says_nothing_of_the_network if {
	found := _only(_two([], {"sharding": "none"}))
	found == {
		"outcome": "skipped",
		"level": "error",
		"message": "skipped_network",
		"path": ["workload", "training", "a"],
	}
}

test_skipped_on_one_node_or_without_training if {
	every change in [{"nodes": 1}, {"kind": "inference"}] {
		found := rule.results with input as _two([_ports("f", "compute", 1, 1)], change)
		found == {{"outcome": "skipped", "level": "error", "path": []}}
	}
}

_is(build, outcome, level, message) if {
	found := _only(build)
	[found.outcome, found.level, object.get(found, "message", "")] == [outcome, level, message]
}

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_gb(n) := n * 1000000000

_ports(name, role, ports, speed) := {"name": name, "kind": "ethernet", "role": role, "ports": ports, "speed": _gb(speed)}

_two(network, change) := {
	"network": network,
	"workloads": [object.union(
		{
			"kind": "training",
			"name": "a",
			"path": ["workload", "training", "a"],
			"gpus": 8,
			"nodes": 2,
			"parallelism": {"tensor": 1, "pipeline": 1, "context": 1, "expert": 1},
		},
		change,
	)],
}
