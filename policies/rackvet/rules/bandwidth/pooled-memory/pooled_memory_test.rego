package rackvet.rules.bandwidth["pooled-memory_test"]

import data.rackvet.rules.bandwidth["pooled-memory"] as rule

test_fail_two_bridged_pairs_compare_like_with_like_whole_result if {
	found := rule.results with input as _server(_pairs, [_run("training", 4, 1)])
	found == {{
		"outcome": "fail",
		"level": "warning",
		"message": "fail",
		"help": "fail",
		"path": ["workload", "training", "w"],
		"observed": 4,
		"limit": 2,
		"evidence": {
			"link_per_direction": 300e9,
			"pair_per_direction": null,
			"pcie_per_direction": 31.5e9,
			"tensor": 1,
			"peer_to_peer": null,
		},
		"related": [{"path": ["gpu", "link"], "message": "what joins the GPUs"}],
	}}
}

test_pass_whole_result if {
	found := rule.results with input as _server(_pairs, [_run("inference", 2, 2)])
	found == {{
		"outcome": "pass",
		"level": "warning",
		"path": ["workload", "inference", "w"],
		"observed": 2,
		"limit": 2,
		"evidence": {
			"link_per_direction": 300e9,
			"pair_per_direction": null,
			"pcie_per_direction": 31.5e9,
			"tensor": 2,
			"peer_to_peer": null,
		},
	}}
}

test_pass_eight_gpus_on_a_switch if {
	_is(_server(_switch, [_run("training", 8, 8)]), ["pass", "error", ""])
}

test_fail_one_more_than_the_domain if {
	_is(_server(object.union(_switch, {"domain": 7}), [_run("training", 8, 1)]), ["fail", "warning", "fail"])
}

test_fail_training_by_tensor_degree if {
	_is(_server(_pairs, [_run("training", 4, 3)]), ["fail", "warning", "fail"])
	_is(_server(_pairs, [_run("training", 4, 4)]), ["fail", "error", "fail"])
	_is(_server(_pairs, [_run("finetuning", 4, 4)]), ["fail", "error", "fail"])
}

test_fail_tensor_inside_the_domain_is_no_error if {
	quads := object.union(_pairs, {"domain": 4})
	_is(_server(quads, [_run("training", 8, 4)]), ["fail", "warning", "fail"])
	_is(_server(quads, [_run("training", 8, 8)]), ["fail", "error", "fail"])
}

test_fail_training_without_peer_to_peer_is_an_error if {
	found := _only(_server(object.union(_slots, {"peer_to_peer": false}), [_run("training", 2, 1)]))
	[found.outcome, found.level, found.message, found.help] == ["fail", "error", "fail_unlinked", "fail_unlinked"]
	found.evidence.peer_to_peer == false
}

test_fail_training_over_pcie_is_a_warning if {
	_is(_server(object.union(_slots, {"peer_to_peer": true}), [_run("training", 2, 1)]), ["fail", "warning", "fail_unlinked"])
	_is(_server(_slots, [_run("finetuning", 2, 1)]), ["fail", "warning", "fail_unlinked"])
}

# AnswerDotAI/fsdp_qlora trains a 70B model on two RTX 3090 or 4090.
test_fail_adapters_without_peer_to_peer_are_a_warning if {
	cards := object.union(_slots, {"peer_to_peer": false})
	every method, level in {"qlora": "warning", "lora": "warning", "full": "error"} {
		run := object.union(_run("finetuning", 2, 1), {"method": method})
		_is(_server(cards, [run]), ["fail", level, "fail_unlinked"])
	}
}

test_fail_serving_by_size_whatever_peer_to_peer if {
	cards := object.union(_slots, {"peer_to_peer": false})
	_is(_server(cards, [_run("inference", 2, 2)]), ["fail", "note", "fail_unlinked"])
	_is(_server(cards, [_run("inference", 3, 3)]), ["fail", "note", "fail_unlinked"])
	_is(_server(cards, [_run("inference", 4, 4)]), ["fail", "warning", "fail_unlinked"])
}

# noonghunna/club-3090#356: two cards on PCIe 3 without copies from card to card lose
# 25 to 33 %; #142: on PCIe 4 next to nothing.
test_fail_serving_over_an_old_slot_by_its_generation if {
	_is(_server(_slot(4), [_run("inference", 2, 2)]), ["fail", "note", "fail_unlinked"])
	_is(_server(_slot(3), [_run("inference", 2, 2)]), ["fail", "warning", "fail_unlinked"])
	host := object.union(_server(_slot(4), [_run("inference", 2, 2)]), {"cpu": {"pcie_generation": 3}})
	_is(host, ["fail", "warning", "fail_unlinked"])
	newer := object.union(_server(_slot(4), [_run("inference", 2, 2)]), {"cpu": {"pcie_generation": 4}})
	_is(newer, ["fail", "note", "fail_unlinked"])
}

test_fail_serving_over_an_old_slot_by_peer_to_peer if {
	_is(_server(object.union(_slot(3), {"peer_to_peer": true}), [_run("inference", 2, 2)]), ["fail", "note", "fail_unlinked"])
	_is(_server(object.union(_slot(3), {"peer_to_peer": false}), [_run("inference", 2, 2)]), ["fail", "warning", "fail_unlinked"])
}

# kohya-ss/sd-scripts#1434: two cards at 61 %; huggingface/transformers#9371: 30 %
# longer without the bridge.
test_fail_gradients_over_pcie_whole_result if {
	found := rule.results with input as _server(_slots, [_copies("finetuning", 4, 4, 4)])
	found == {{
		"outcome": "fail",
		"level": "note",
		"message": "fail_gradients_unlinked",
		"help": "gradients",
		"path": ["workload", "finetuning", "w"],
		"observed": 4,
		"limit": 1,
		"evidence": {
			"link_per_direction": null,
			"pair_per_direction": null,
			"pcie_per_direction": 31.5e9,
			"tensor": null,
			"peer_to_peer": null,
		},
		"related": [{"path": ["gpu", "link"], "message": "what joins the GPUs"}],
	}}
}

test_pass_fail_gradients_by_the_domain if {
	_is(_server(_pairs, [_copies("training", 2, 2, 2)]), ["pass", "note", "pass_gradients"])
	_is(_server(_pairs, [_copies("training", 3, 3, 3)]), ["fail", "note", "fail_gradients"])
	_is(_server({"written": "x"}, [_copies("training", 2, 2, 2)]), ["undecided", "note", "undecided_gradients"])

	# Sixteen cards over four nodes keep 73 % (horovod/horovod#416).
	_is(_server(_slots, [_copies("training", 4, 16, 16)]), ["fail", "note", "fail_gradients_unlinked"])
}

test_skipped_one_copy_a_node_and_adapters_exchange_little if {
	_is(_server(_slots, [_copies("training", 4, 2, 8)]), ["skipped", "error", ""])
	_is(_server(_slots, [_copies("training", 4, 3, 8)]), ["fail", "note", "fail_gradients_unlinked"])
	_is(_server(_slots, [_copies("inference", 2, 2, 2)]), ["skipped", "error", ""])
	found := {m: r.outcome |
		some m in ["full", "lora", "qlora"]
		some r in rule.results with input as _server(_slots, [object.union(_copies("finetuning", 2, 2, 2), {"method": m})])
	}
	found == {"full": "fail", "lora": "skipped", "qlora": "skipped"}
}

test_skipped_gradients_over_what_a_platform_ships_with if {
	build := _server(object.union(_slots, {"link": "pcie"}), [_copies("training", 2, 2, 2)])
	_is(object.union(build, {"platform": {"link": "pcie"}}), ["skipped", "error", ""])
	_is(object.union(build, {"platform": {"link": "nvlink-bridge"}}), ["fail", "note", "fail_gradients_unlinked"])
	_is(object.union(build, {"platform": {"id": "x"}}), ["fail", "note", "fail_gradients_unlinked"])
}

test_fail_without_known_speeds if {
	_is(_server({"written": "x", "domain": 1}, [_run("inference", 2, 2)]), ["fail", "note", "fail_unlinked"])
	_is(_server({"written": "x", "domain": 2}, [_run("inference", 3, 2)]), ["fail", "note", "fail"])
	only_link := json.remove(_pairs, ["pcie"])
	_is(_server(only_link, [_run("inference", 3, 2)]), ["fail", "note", "fail"])
	only_pcie := json.remove(_pairs, ["link_per_direction"])
	_is(_server(only_pcie, [_run("inference", 3, 2)]), ["fail", "note", "fail"])
}

test_pass_a_mesh_shows_what_a_pair_has if {
	mesh := object.union(_switch, {"link_topology": "mesh", "pair_per_direction": 64e9})
	found := _only(_server(mesh, [_run("inference", 2, 2)]))
	found.evidence.link_per_direction == 450e9
	found.evidence.pair_per_direction == 64e9
}

test_undecided_domain_not_known if {
	found := rule.results with input as _server({"written": "x"}, [_run("training", 2, 1)])
	found == {{
		"outcome": "undecided",
		"level": "error",
		"path": ["workload", "training", "w"],
		"related": [{"path": ["gpu", "model"], "message": "the GPU in question"}],
		"values": {"pooled": 2, "gpu": "x"},
	}}
	_is(_server({"written": "x"}, [_run("inference", 2, 2)]), ["undecided", "warning", ""])
}

test_skipped_each_gpu_holds_the_whole_model if {
	expected := {{"outcome": "skipped", "level": "error", "path": []}}
	adapters := rule.results with input as _server(_slots, [_run("finetuning", 1, 1)])
	adapters == expected
	none := rule.results with input as _server(_slots, [])
	none == expected
}

# What shares one copy exchanges more than gradients, and is judged by that alone.
test_fail_copies_of_several_gpus_have_one_result if {
	run := object.union(_copies("training", 4, 2, 4), {"pooled": 2})
	_only(_server(_slots, [run])).message == "fail_unlinked"
}

test_pass_fail_several_workloads if {
	runs := [
		object.union(_run("training", 4, 1), {"path": ["a"]}),
		object.union(_run("inference", 2, 2), {"path": ["b"]}),
		object.union(_run("finetuning", 1, 1), {"path": ["c"]}),
	]
	found := rule.results with input as _server(_pairs, runs)
	{[r.path, r.outcome] | some r in found} == {[["a"], "fail"], [["b"], "pass"]}
}

_is(build, expected) if {
	found := _only(build)
	[found.outcome, found.level, object.get(found, "message", "")] == expected
}

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_server(gpu, workloads) := {"server": {"written": ["gpu"]}, "gpu": gpu, "workloads": workloads}

_run(kind, pooled, tensor) := {
	"kind": kind,
	"name": "w",
	"path": ["workload", kind, "w"],
	"pooled": pooled,
	"parallelism": {"tensor": tensor},
}

# _copies is a run of so many copies over the GPUs of a node and of all nodes.
_copies(kind, gpus, copies, ranks) := object.union(_run(kind, 1, 1), {
	"gpus": gpus,
	"parallelism": {"data": copies, "ranks": ranks},
})

_slot(generation) := object.union(_slots, {"pcie": {"generation": generation}})

# NVLink 3 bridges: 600 GB/s is both directions; PCIe 4 x16 has 31.5 in one.
_pairs := {
	"written": "a100-pcie",
	"domain": 2,
	"link_per_direction": 300e9,
	"link_topology": "bridge",
	"pcie": {"per_direction": 31.5e9},
	"peer_to_peer": true,
}

_switch := {
	"written": "h100-sxm",
	"domain": 8,
	"link_per_direction": 450e9,
	"link_topology": "switch",
	"pcie": {"per_direction": 63e9},
	"peer_to_peer": true,
}

_slots := {"written": "rtx-4090", "domain": 1, "pcie": {"per_direction": 31.5e9}}
