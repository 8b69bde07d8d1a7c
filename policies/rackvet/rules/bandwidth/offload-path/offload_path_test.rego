package rackvet.rules.bandwidth["offload-path_test"]

import data.rackvet.rules.bandwidth["offload-path"] as rule

# A slot of 10 GB/s carries 8.8: 55.4 of 63 were measured (stas00/ml-engineering).
test_pass_on_the_boundary_whole_result if {
	found := rule.results with input as _node(8, _run(8.8))
	found == {{
		"outcome": "pass",
		"level": "warning",
		"path": ["workload", "training", "a"],
		"observed": 1,
		"limit": 1,
		"evidence": {"moved": _gb(8.8), "slot": _gb(8.8), "micro_batches": 1},
		"related": [{"path": ["gpu", "pcie"], "message": "the slot"}],
		"values": {"line_rate": _gb(10)},
	}}
}

test_fail_whole_result if {
	found := rule.results with input as _node(8, _run(17.6))
	found == {{
		"outcome": "fail",
		"level": "note",
		"message": "fail",
		"help": "fail_slot",
		"path": ["workload", "training", "a"],
		"observed": 2,
		"limit": 1,
		"fix": [{"path": ["gpu", "pcie"], "value": "4x16"}],
		"evidence": {"moved": _gb(17.6), "slot": _gb(8.8), "micro_batches": 1},
		"related": [{"path": ["gpu", "pcie"], "message": "the slot"}],
		"values": {"line_rate": _gb(10), "wider": "4x16"},
	}}
}

# 2.9 s is a step of 7 billion parameters without offload (deepspeedai/DeepSpeed#3901).
test_note_and_warning_on_their_boundaries if {
	_is(_node(16, _run(8.9)), "fail", "note", "fail")
	_is(_node(16, _run(25.52)), "fail", "note", "fail")
	_is(_node(16, _run(25.6)), "fail", "warning", "fail_long")
	_only(_node(16, _run(25.6))).limit == 2.9
}

test_help_where_the_slot_has_all_lanes_or_more_are_not_enough if {
	_only(_node(16, _run(17.6))).help == "fail_states"
	_only(_node(8, _run(17.7))).fix == []
}

# 8.8 billion parameters of 2 bytes over 8 ranks are 2.2 GB: 7 of them are three
# micro-batches and the update.
test_micro_batches_show_in_what_all_of_a_model_moves if {
	all := object.union(_run(15.4), {"offload": "all", "sharding": "zero3"})
	found := _only(_node(8, all))
	[found.evidence.micro_batches, found.limit, found.outcome] == [3, 3, "pass"]
	whole := object.union(_run(52.8), {"offload": "all"})
	_only(_node(8, whole)).evidence.micro_batches == 1
	wide := object.union(_run(30.8), {"offload": "all", "sharding": "zero3", "precision": "fp32"})
	_only(_node(8, wide)).evidence.micro_batches == 3
	unknown := object.remove(all, ["model_parameters"])
	_only(_node(8, unknown)).evidence.micro_batches == 1
}

test_undecided_slot_not_known if {
	found := rule.results with input as json.remove(_node(8, _run(10)), ["gpu/pcie"])
	found == {{
		"outcome": "undecided",
		"level": "warning",
		"path": ["workload", "training", "a"],
		"evidence": {"moved": _gb(10)},
		"related": [{"path": ["gpu", "model"], "message": "the GPU in question"}],
		"values": {"gpu": "x"},
	}}
}

test_skipped_coherent_host if {
	found := _only(object.union(_node(8, _run(10)), {"gpu": {"coherent_host": true}}))
	[found.message, found.values] == ["skipped_coherent", {"gpu": "x"}]
}

test_skipped_without_offload if {
	found := rule.results with input as _node(8, object.remove(_run(10), ["offload_step_bytes"]))
	found == {{"outcome": "skipped", "level": "warning", "path": []}}
}

_is(build, outcome, level, message) if {
	found := _only(build)
	[found.outcome, found.level, found.message] == [outcome, level, message]
}

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_gb(n) := n * 1000000000

_node(lanes, workload) := {
	"gpu": {
		"written": "x",
		"coherent_host": false,
		"pcie": {"generation": 4, "lanes": lanes, "per_direction": _gb(10)},
		"part_pcie": {"generation": 4, "lanes": 16, "per_direction": _gb(20)},
	},
	"workloads": [workload],
}

_run(bytes) := {
	"kind": "training",
	"name": "a",
	"path": ["workload", "training", "a"],
	"offload": "optimizer",
	"offload_step_bytes": _gb(bytes),
	"model_parameters": 8800000000,
	"parallelism": {"tensor": 1, "pipeline": 1, "data": 8, "context": 1},
}
