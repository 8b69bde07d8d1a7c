package rackvet.rules.headroom["kv-cache_test"]

import data.rackvet.rules.headroom["kv-cache"] as rule

# A GPU of 100 GiB, of which the engine may take 90 and the rest takes 50: 40 GiB are
# left, 45 at most and 35 for sure.
test_pass_whole_result if {
	found := rule.results with input as _serve(20, 35, 70)
	found == {{
		"outcome": "pass",
		"level": "error",
		"path": ["workload", "inference", "a"],
		"observed": _gib(35),
		"limit": _gib(40),
		"evidence": {"usable_memory": _gib(100), "taken": _gib(50)},
		"values": {"tokens": 20480, "context": 512, "requests": 70},
	}}
}

test_fail_queue_whole_result if {
	found := rule.results with input as _serve(20, 50, 100)
	found == {{
		"outcome": "fail",
		"level": "warning",
		"message": "fail_queue",
		"help": "flight_context",
		"path": ["workload", "inference", "a"],
		"observed": _gib(50),
		"limit": _gib(40),
		"fix": [{"path": ["workload", "inference", "a", "concurrency"], "value": 140}],
		"evidence": {
			"usable_memory": _gib(100),
			"taken": _gib(50),
			"further": _mib(1),
			"over": _gib(15),
			"fits": 140,
		},
		"values": {
			"tokens": 20480,
			"context": 512,
			"requests": 100,
			"groups": 2,
			"fit": 70,
			"shorter": 352,
			"sure": _gib(35),
		},
	}}
}

test_the_queue_on_both_of_its_boundaries if {
	_is(_serve(20, 35, 70), "pass", "error", "")
	_is(_serve(20, 35.5, 71), "undecided", "warning", "undecided")
	_is(_serve(20, 45, 90), "undecided", "warning", "undecided")
	_is(_serve(20, 45.5, 91), "fail", "warning", "fail_queue")
}

test_a_queue_is_not_judged_where_one_request_is_in_doubt if {
	_is(_serve(35, 40, 80), "undecided", "warning", "undecided")
	_is(_serve(35.5, 40, 80), "skipped", "error", "skipped_near")
	_is(_serve(35.5, 45.5, 91), "fail", "warning", "fail_queue")
}

test_one_request_on_its_boundary if {
	_is(_serve(45, 45, 1), "skipped", "error", "skipped_near")
	_is(_serve(45.5, 45.5, 1), "fail", "error", "fail_request")
}

# What is too long by 10.5 GiB of 1 MiB a token is so by 10,752 tokens.
test_fail_request_says_what_fits if {
	found := _only(_serve(45.5, 20, 40))
	[found.help, found.observed, found.limit, found.evidence.over] == ["request_context", _gib(45.5), _gib(40), _gib(10.5)]
	found.values.shorter == 46592 - 10752
	found.fix == [{"path": ["workload", "inference", "a", "max_context"], "value": 35840}]
}

test_fail_request_fixes_what_is_in_flight_too if {
	found := _only(_serve(45.5, 50, 100))
	found.fix == [
		{"path": ["workload", "inference", "a", "concurrency"], "value": 140},
		{"path": ["workload", "inference", "a", "max_context"], "value": 35840},
	]
}

test_fail_request_where_the_mean_is_too_long_too if {
	found := _only(_means(_serve(45.5, 182, 4), 40000, []))
	[found.help, found.fix] == ["request_memory", []]
	given := _only(_means(_serve(45.5, 182, 4), 40000, [{"name": "concurrency", "value": "4"}]))
	given.help == "request_memory"
}

test_fail_request_where_the_mean_follows_the_longest if {
	found := _only(_means(_serve(45.5, 182, 4), 46592, [{"name": "concurrency", "value": "4"}, {"name": "context", "value": "46592"}]))
	[found.help, found.values.shorter, found.values.fit] == ["request_context", 35840, 1]
	found.fix[0].value == 2
}

test_fail_request_of_a_model_that_keeps_a_fixed_state if {
	build := _serve(45.5, 45.5, 1)
	found := _only(object.union(build, {"workloads": [object.union(build.workloads[0], {"kv": object.union(build.workloads[0].kv, {"further_bytes": 0})})]}))
	[found.help, found.fix] == ["request_memory", []]
}

test_fail_request_with_nothing_left_for_sure_goes_by_the_estimate if {
	build := _with(_serve(9, 9, 1), {"rest_bytes": _gib(87)})
	found := _only(build)
	[found.message, found.limit, found.values.shorter] == ["fail_request", _gib(3), 9216 - 6144]
}

test_fail_engine_that_takes_all_of_it_at_the_start if {
	all := _with(_serve(20, 45.5, 91), {"queues": false})
	_is(all, "fail", "error", "fail_all")
	_only(all).fix == [{"path": ["workload", "inference", "a", "concurrency"], "value": 140}]
	_is(_with(_serve(20, 45, 90), {"queues": false}), "skipped", "error", "skipped_near")
}

test_fail_queue_of_states_that_no_context_shortens if {
	found := _only(_with(_serve(20, 50, 100), {"further_bytes": 0}))
	[found.help, found.evidence.fits] == ["flight_requests", 140]
}

test_a_queue_has_room_for_one_at_least if {
	build := _with(_serve(40, 120, 3), {"rest_bytes": _gib(50)})
	_only(build).values.fit == 1
}

# Of 100 requests in 50 GiB, the 34.8 that are left for sure hold 69.6.
test_fail_queue_of_which_whole_requests_fit if {
	found := _only(_with(_serve(20, 50, 100), {"rest_bytes": _gib(50.2)}))
	[found.message, found.values.fit, found.evidence.fits] == ["fail_queue", 69, 138]
}

test_skipped_where_nothing_is_left if {
	_is(_with(_serve(1, 1, 1), {"rest_bytes": _gib(90)}), "skipped", "error", "skipped_rest")
	_is(_with(_serve(1, 1, 1), {"rest_bytes": _gib(89)}), "skipped", "error", "skipped_near")
}

test_share_is_the_limit_where_the_engine_sets_none_or_more if {
	build := _serve(20, 35, 70)
	every workload in [object.remove(build.workloads[0], ["utilization"]), object.union(build.workloads[0], {"utilization": 1})] {
		_only(object.union(build, {"workloads": [workload]})).limit == _gib(45)
	}
}

test_undecided_gpu_not_known if {
	found := rule.results with input as json.remove(_serve(20, 35, 70), ["gpu/usable_bytes"])
	found == {{
		"outcome": "undecided",
		"level": "error",
		"message": "undecided_gpu",
		"help": "undecided_gpu",
		"path": ["workload", "inference", "a"],
		"related": [{"path": ["gpu", "model"], "message": "the GPU in question"}],
		"values": {"gpu": "x"},
	}}
}

test_undecided_demand_not_known if {
	found := rule.results with input as {
		"gpu": {"written": "x", "usable_bytes": _gib(100)},
		"workloads": [{
			"kind": "inference",
			"path": ["workload", "inference", "a"],
			"gpu": {"missing": "model \"x\" is described nowhere"},
		}],
	}
	found == {{
		"outcome": "undecided",
		"level": "error",
		"message": "undecided_demand",
		"path": ["workload", "inference", "a"],
		"values": {"reason": "model \"x\" is described nowhere"},
	}}
}

test_skipped_model_that_keeps_no_cache if {
	found := rule.results with input as {
		"gpu": {"written": "x", "usable_bytes": _gib(100)},
		"workloads": [{
			"kind": "inference",
			"path": ["workload", "inference", "a"],
			"model": "bge-m3",
			"gpu": {"bytes": _gib(2)},
		}],
	}
	found == {{
		"outcome": "skipped",
		"level": "error",
		"message": "skipped_cache",
		"path": ["workload", "inference", "a"],
		"values": {"model": "bge-m3"},
	}}
}

test_skipped_no_inference if {
	found := rule.results with input as {"gpu": {"written": "x"}, "workloads": [{"kind": "training", "path": ["workload", "training", "a"]}]}
	found == {{"outcome": "skipped", "level": "error", "path": []}}
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

_gib(n) := n * 1073741824

_mib(n) := n * 1048576

# _with changes the cache's figures.
_with(build, figures) := object.union(build, {"workloads": [object.union(build.workloads[0], {"kv": object.union(build.workloads[0].kv, figures)})]})

_means(build, context, defaults) := object.union(build, {"workloads": [object.union(build.workloads[0], {
	"kv": object.union(build.workloads[0].kv, {"context": context}),
	"defaults": defaults,
})]})

# _serve is so many requests of 512 tokens on each of two groups, and one that takes
# 1 MiB a token.
_serve(request, in_flight, requests) := {
	"gpu": {"written": "x", "usable_bytes": _gib(100)},
	"workloads": [{
		"kind": "inference",
		"name": "a",
		"path": ["workload", "inference", "a"],
		"utilization": 0.9,
		"defaults": [],
		"gpu": {"bytes": _gib(90), "low_bytes": _gib(85), "high_bytes": _gib(95)},
		"kv": {
			"max_context": request * 1024,
			"context": 512,
			"requests": requests,
			"groups": 2,
			"further_bytes": _mib(1),
			"request_bytes": _gib(request),
			"in_flight_bytes": _gib(in_flight),
			"rest_bytes": _gib(50),
			"queues": in_flight > request,
		},
	}],
}
