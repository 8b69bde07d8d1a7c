package rackvet.rules.fit["finetune-method_test"]

import data.rackvet.rules.fit["finetune-method"] as rule

test_pass_whole_result if {
	found := rule.results with input as _server([_run(50, 20, 10)])
	found == {{
		"outcome": "pass",
		"level": "note",
		"path": ["workload", "finetuning", "w", "method"],
		"observed": _gib(50),
		"limit": _gib(95),
	}}
}

test_fail_whole_result if {
	found := rule.results with input as _server([_run(120, 60, 40)])
	found == {{
		"outcome": "fail",
		"level": "note",
		"path": ["workload", "finetuning", "w", "method"],
		"observed": _gib(120),
		"limit": _gib(95),
		"evidence": {"usable_memory": _gib(100), "as_lora": _gib(60), "as_qlora": _gib(40)},
		"fix": [{"path": ["workload", "finetuning", "w", "method"], "value": "lora"}],
		"values": {"method": "lora", "needs": _gib(60)},
	}}
}

test_pass_fail_full_fine_tuning_on_the_boundary if {
	_only(_run(95, 20, 10)).outcome == "pass"
	_only(_run(95.01, 20, 10)).outcome == "fail"
}

# Who moves the limit of headroom/gpu-memory moves this one.
test_pass_the_limit_is_that_of_gpu_memory if {
	limit := {"limit": {"value": 0.97}}
	found := _only(_run(97, 20, 10)) with data.rackvet.params["headroom/gpu-memory"] as limit
	[found.outcome, found.limit] == ["pass", _gib(97)]
}

test_fail_skipped_an_estimate_on_the_boundary if {
	near := object.union(_run(110, 20, 10), {"gpu": {"low_bytes": _gib(95)}})
	_only(near).message == "skipped_near"
	_only(object.union(near, {"gpu": {"low_bytes": _gib(95.01)}})).outcome == "fail"
}

test_fail_lora_on_the_boundary if {
	_only(_run(120, 95, 40)).values.method == "lora"
	_only(_run(120, 95.01, 40)).values.method == "qlora"
}

test_fail_skipped_qlora_on_the_boundary if {
	found := _only(_run(400, 200, 95))
	[found.values.method, found.fix[0].value] == ["qlora", "qlora"]
	_only(_run(400, 200, 95.01)).message == "skipped_neither"
}

test_skipped_neither_whole_result if {
	found := rule.results with input as _server([_run(400, 200, 100)])
	found == {{
		"outcome": "skipped",
		"level": "note",
		"message": "skipped_neither",
		"path": ["workload", "finetuning", "w", "method"],
	}}
}

test_fail_full_is_the_default if {
	_only(json.remove(_run(120, 60, 40), ["method"])).outcome == "fail"
}

test_skipped_whole_result if {
	runs := [
		object.union(_run(120, 60, 40), {"method": "lora"}),
		object.union(_run(120, 60, 40), {"kind": "training"}),
		{"kind": "inference"},
	]
	found := rule.results with input as _server(runs)
	found == {{"outcome": "skipped", "level": "note", "path": []}}
}

test_undecided_whole_result if {
	run := object.union(json.remove(_run(120, 60, 40), ["lora_bytes", "qlora_bytes", "gpu/bytes"]), {"gpu": {"missing": "the shape of x is not known"}})
	found := rule.results with input as _server([run])
	found == {{
		"outcome": "undecided",
		"level": "note",
		"path": ["workload", "finetuning", "w", "method"],
		"related": [],
		"values": {"reason": "the shape of x is not known"},
	}}
}

test_undecided_memory_of_the_gpu if {
	results := rule.results with input as json.remove(_server([_run(120, 60, 40)]), ["gpu"])
	some found in results
	[found.outcome, found.values.reason] == ["undecided", "the memory of the GPU is not"]
}

_only(run) := found if {
	results := rule.results with input as _server([run])
	count(results) == 1
	some found in results
}

_server(runs) := {"gpu": {"usable_bytes": _gib(100)}, "workloads": runs}

_run(whole, lora, qlora) := {
	"kind": "finetuning",
	"method": "full",
	"path": ["workload", "finetuning", "w"],
	"gpu": {"bytes": _gib(whole), "low_bytes": _gib(whole)},
	"lora_bytes": _gib(lora),
	"qlora_bytes": _gib(qlora),
}

_gib(n) := n * 1073741824
