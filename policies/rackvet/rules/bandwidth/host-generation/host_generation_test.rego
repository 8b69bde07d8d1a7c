package rackvet.rules.bandwidth["host-generation_test"]

import data.rackvet.rules.bandwidth["host-generation"] as rule

test_pass_whole_result if {
	found := rule.results with input as _node(4, 4)
	found == {{
		"outcome": "pass",
		"level": "warning",
		"message": "pass",
		"path": ["gpu", "pcie"],
		"observed": 4,
		"limit": 4,
	}}
}

test_pass_a_host_newer_than_the_card if _is(_node(4, 5), "pass", "warning", "pass")

test_note_a_card_newer_than_its_host_whole_result if {
	found := rule.results with input as _node(5, 4)
	found == {{
		"outcome": "fail",
		"level": "note",
		"message": "fail",
		"help": "fail",
		"path": ["gpu", "pcie"],
		"observed": 5,
		"limit": 4,
		"evidence": {"card_per_direction": 63015384615, "host_per_direction": 31507692304},
		"related": [{"path": ["cpu", "model"], "message": "the CPU"}],
		"fix": [{"path": ["gpu", "pcie"], "value": "4x16"}],
		"values": {"slot": "4x16", "gpu": "x", "lanes": 16},
	}}
}

test_note_for_workloads_that_stay_on_their_cards if {
	_is(_with({"kind": "inference", "pooled": 1, "gpus": 4}), "fail", "note", "fail")
	_is(_with({"kind": "inference", "pooled": 1, "gpus": 1, "offload": "none"}), "fail", "note", "fail")
	_is(_with({"kind": "training", "pooled": 1, "gpus": 1}), "fail", "note", "fail")
	_is(_with({"kind": "finetuning", "pooled": 1, "gpus": 4, "method": "lora"}), "fail", "note", "fail")
	_is(_with({"kind": "finetuning", "pooled": 1, "gpus": 4, "method": "qlora"}), "fail", "note", "fail")
}

test_warning_for_workloads_that_work_over_the_slots if {
	_is(_with({"kind": "inference", "pooled": 2, "gpus": 2}), "fail", "warning", "fail_crossed")
	_is(_with({"kind": "training", "pooled": 1, "gpus": 2}), "fail", "warning", "fail_crossed")
	_is(_with({"kind": "finetuning", "pooled": 1, "gpus": 2, "method": "full"}), "fail", "warning", "fail_crossed")
	_is(_with({"kind": "finetuning", "pooled": 1, "gpus": 1, "offload": "optimizer"}), "fail", "warning", "fail_crossed")
	_is(_with({"kind": "diffusion", "pooled": 1, "gpus": 1, "offload": "sequential"}), "fail", "warning", "fail_crossed")
}

test_warning_names_the_workload if {
	found := _only(_with({"kind": "inference", "pooled": 2, "gpus": 2}))
	found.values == {"slot": "4x16", "gpu": "x", "lanes": 16, "workload": "w"}
	found.related[1] == {"path": ["workload", "inference", "w"], "message": "works over the slots"}
}

test_a_link_takes_the_exchange_off_the_slots if {
	linked := {"gpu": {"domain": 2}}
	_is(object.union(_with({"kind": "inference", "pooled": 2, "gpus": 2}), linked), "fail", "note", "fail")
	_is(object.union(_with({"kind": "training", "pooled": 2, "gpus": 2}), linked), "fail", "note", "fail")
	_is(object.union(_with({"kind": "training", "pooled": 1, "gpus": 3}), linked), "fail", "warning", "fail_crossed")
}

test_note_where_nobody_knows_how_gpus_are_joined if {
	_is(json.remove(_with({"kind": "inference", "pooled": 2, "gpus": 2}), ["gpu/domain"]), "fail", "note", "fail")
}

test_pass_a_slot_written_as_it_will_run if {
	_is(_written(_node(4, 4)), "pass", "warning", "pass_slot")
	_is(_written(_node(3, 4)), "pass", "warning", "pass_slot")
}

test_warning_a_slot_that_the_cpu_does_not_have if {
	found := _only(_written(_node(5, 4)))
	[found.level, found.message, found.help] == ["warning", "fail_slot", "fail_slot"]
	[found.observed, found.limit] == [5, 4]
	found.fix == [{"path": ["gpu", "pcie"], "value": "4x16"}]
}

test_pass_slots_of_switches if {
	_is(object.union(_written(_node(5, 4)), {"gpu": {"switches": 1}}), "pass", "warning", "pass_switches")
	_is(object.union(_written(_node(5, 4)), {"gpu": {"switches": 0}}), "fail", "warning", "fail_slot")
	_is(object.union(_node(5, 4), {"gpu": {"switches": 1}}), "fail", "note", "fail")
}

test_skipped_modules_whole_result if {
	found := rule.results with input as object.union(_node(6, 5), {"gpu": {"form_factor": "sxm"}})
	found == {{"outcome": "skipped", "level": "warning", "path": ["gpu", "model"], "values": {"gpu": "x"}}}
}

test_skipped_no_cpu if {
	_is(json.remove(_node(5, 4), ["cpu/written", "cpu/pcie_generation"]), "skipped", "warning", "skipped_cpu")
}

test_undecided_generation_of_the_cpu if {
	_is(json.remove(_node(5, 4), ["cpu/pcie_generation"]), "undecided", "warning", "")
}

test_undecided_what_the_gpu_plugs_into if {
	_is(json.remove(_node(5, 4), ["gpu/pcie"]), "undecided", "warning", "undecided_gpu")
	_is(json.remove(_node(5, 4), ["gpu/form_factor"]), "undecided", "warning", "undecided_gpu")
	described := {"gpu": {"id": "x"}}
	_is(object.union(json.remove(_node(5, 4), ["gpu/form_factor"]), described), "skipped", "warning", "skipped_part")
	_is(object.union(json.remove(_node(5, 4), ["gpu/pcie"]), described), "skipped", "warning", "skipped_part")
	_is(json.remove(_node(4, 4), ["gpu/form_factor"]), "pass", "warning", "pass")
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

# _with is a PCIe 5 card in a PCIe 4 host, and one workload.
_with(workload) := object.union(_node(5, 4), {"workloads": [object.union(workload, {
	"name": "w",
	"path": ["workload", workload.kind, "w"],
})]})

_written(build) := object.union(build, {"gpu": {"pcie_written": true}})

# PCI-SIG: 32 GT/s × 16 lanes × 128/130 is 63.0 GB/s in one direction.
_node(card, host) := {
	"gpu": {
		"written": "x",
		"count": 4,
		"domain": 1,
		"form_factor": "pcie",
		"pcie_written": false,
		"pcie": {"generation": card, "lanes": 16, "per_direction": 63015384615},
	},
	"cpu": {"written": "c", "sockets": 2, "pcie_generation": host},
	"workloads": [],
}
