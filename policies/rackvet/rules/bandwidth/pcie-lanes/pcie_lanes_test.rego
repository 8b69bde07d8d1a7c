package rackvet.rules.bandwidth["pcie-lanes_test"]

import data.rackvet.rules.bandwidth["pcie-lanes"] as rule

test_pass_whole_result if {
	found := rule.results with input as _node(8, 160)
	found == {{
		"outcome": "pass",
		"level": "error",
		"path": ["gpu", "count"],
		"observed": 128,
		"limit": 160,
		"evidence": {"gpu_lanes": 128, "drive_lanes": null, "port_lanes": null},
		"values": {"what": "GPUs", "gpus": 8, "width": 16},
	}}
}

test_pass_the_last_lane_may_be_taken if {
	build := object.union(_node(8, 160), {"storage": [{"kind": "nvme", "count": 4}], "network": _ports(2, 100)})
	found := _only(build)
	[found.outcome, found.observed, found.values.what] == ["pass", 160, "GPUs, drives and ports"]
	found.evidence == {"gpu_lanes": 128, "drive_lanes": 16, "port_lanes": 16}
}

test_note_one_lane_over_with_slots_of_the_part_whole_result if {
	build := object.union(_node(8, 160), {"storage": [{"kind": "nvme", "count": 4}], "network": array.concat(_ports(2, 100), _ports(1, 1))})
	found := rule.results with input as build
	found == {{
		"outcome": "fail",
		"level": "note",
		"message": "fail_wide",
		"help": "fail_wide",
		"path": ["gpu", "pcie"],
		"observed": 161,
		"limit": 160,
		"evidence": {"gpu_lanes": 128, "drive_lanes": 16, "port_lanes": 17},
		"related": [{"path": ["cpu", "model"], "message": "the CPU"}],
		"fix": [{"path": ["gpu", "pcie"], "value": "4x8"}],
		"values": {
			"what": "GPUs, drives and ports",
			"gpus": 8,
			"width": 16,
			"narrow": 8,
			"slot": "4x8",
		},
	}}
}

test_warning_a_written_slot_that_is_not_to_be_had if {
	_is(_slot(_node(4, 63), 16), "fail", "warning", "fail_wide", 64)
	_is(_slot(_node(4, 64), 16), "pass", "error", "", 64)
}

test_warning_too_few_lanes_for_x8_whole_result if {
	found := rule.results with input as _node(4, 28)
	found == {{
		"outcome": "fail",
		"level": "warning",
		"path": ["gpu", "count"],
		"observed": 32,
		"limit": 28,
		"evidence": {"gpu_lanes": 32, "drive_lanes": null, "port_lanes": null},
		"related": [{"path": ["cpu", "model"], "message": "the CPU"}],
		"fix": [{"path": ["gpu", "count"], "value": 3}, {"path": ["gpu", "pcie"], "value": "4x8"}],
		"values": {"what": "GPUs", "gpus": 4, "width": 8, "fitting": 3, "narrow": 8},
	}}
}

test_x8_that_just_fits_is_a_note if {
	_is(_node(4, 32), "fail", "note", "fail_wide", 64)
	_is(_node(4, 31), "fail", "warning", "", 32)
}

test_a_part_of_fewer_lanes_asks_for_no_more if {
	build := object.union(_node(4, 16), {"gpu": {"pcie": {"lanes": 4}, "part_pcie": {"lanes": 4}}})
	_is(build, "pass", "error", "", 16)
	_is(object.union(build, {"cpu": {"pcie_lanes": 15}}), "fail", "warning", "", 16)
}

test_error_where_not_even_x2_can_be_had if {
	_is(_node(14, 28), "fail", "warning", "", 112)
	_is(_node(15, 28), "fail", "error", "", 30)
}

test_warning_drives_that_leave_no_lanes if {
	found := _only(object.union(_node(1, 64), {"storage": [{"kind": "nvme", "count": 15}]}))
	[found.level, found.help, found.values.left, found.observed] == ["warning", "fail_full", 4, 68]
	object.get(found, "fix", []) == []
	more := _only(object.union(_node(1, 64), {"storage": [{"kind": "nvme", "count": 20}]}))
	more.values.left == 0
}

test_drives_of_other_kinds_take_no_lanes_and_a_written_slot_counts if {
	found := _only(object.union(_node(1, 64), {"storage": [
		{"kind": "sata", "count": 24},
		{"kind": "nvme", "count": 4, "pcie": {"lanes": 2}},
	]}))
	found.evidence.drive_lanes == 8
}

test_ports_ask_by_the_generation_of_the_cpu if {
	build := object.union(_node(1, 128), {"network": _ports(1, 200)})
	_only(build).evidence.port_lanes == 16
	_only(object.union(build, {"cpu": {"pcie_generation": 5}})).evidence.port_lanes == 8
	_only(json.remove(build, ["cpu/pcie_generation"])).evidence.port_lanes == 8
}

# Three cards on a desktop board: the third hangs on the chipset, at half the speed
# (club-3090#895). Two at x8 serve well (club-3090#142).
test_a_desktop_has_sixteen_lanes_for_cards if {
	_is(_desktop(2, 8), "pass", "error", "", 16)
	_is(_desktop(3, 8), "fail", "warning", "", 24)
	_is(_desktop(2, 16), "fail", "note", "fail_wide", 32)
	_only(_desktop(3, 8)).limit == 16
	_only(object.union(_desktop(1, 16), {"cpu": {"pcie_lanes": 12}})).limit == 12
}

test_drives_and_ports_take_nothing_from_the_cards_of_a_desktop if {
	build := object.union(_desktop(2, 8), {"storage": [{"kind": "nvme", "count": 4}], "network": _ports(1, 25)})
	_is(build, "pass", "error", "", 16)
	_only(build).evidence == {"gpu_lanes": 16, "drive_lanes": null, "port_lanes": null}
	_is(object.union(build, {"cpu": {"memory_channels": 3}}), "fail", "warning", "", 34)
}

# Layer by layer, the lanes hardly matter (exllama#164); divided layers lost 23 %
# over x4 (club-3090#178).
test_serving_layer_by_layer_takes_x4 if {
	layers := {"workloads": [{"kind": "inference", "pooled": 1}]}
	_is(object.union(_slot(_node(2, 128), 4), layers), "pass", "error", "", 8)
	_is(object.union(_slot(_node(2, 128), 2), layers), "fail", "warning", "fail_slot", 2)
	_is(object.union(_slot(_node(2, 128), 1), layers), "fail", "error", "fail_slot", 1)
	_only(object.union(_node(4, 31), layers)).values.slot == "4x4"
	_only(object.union(_node(4, 32), layers)).values.slot == "4x8"
}

test_warning_x4_for_workloads_that_exchange if {
	every other in [{"kind": "inference", "pooled": 2}, {"kind": "training", "pooled": 1}, {"kind": "tasks", "pooled": 1}] {
		both := {"workloads": [{"kind": "inference", "pooled": 1}, other]}
		_is(object.union(_slot(_node(2, 128), 4), both), "fail", "warning", "fail_slot", 4)
	}
	_is(object.union(_slot(_node(2, 128), 4), {"workloads": []}), "fail", "warning", "fail_slot", 4)
}

test_warning_a_slot_of_x4_whole_result if {
	found := rule.results with input as _slot(_node(2, 128), 4)
	found == {{
		"outcome": "fail",
		"level": "warning",
		"message": "fail_slot",
		"help": "fail_slot",
		"path": ["gpu", "pcie"],
		"observed": 4,
		"limit": 8,
		"bound": "min",
		"evidence": {"slot_per_direction": 7876923077},
		"fix": [{"path": ["gpu", "pcie"], "value": "4x8"}],
	}}
}

test_slots_on_their_boundaries if {
	_is(_slot(_node(2, 128), 8), "pass", "error", "", 16)
	_is(_slot(_node(2, 128), 2), "fail", "warning", "fail_slot", 2)
	_is(_slot(_node(2, 128), 1), "fail", "error", "fail_slot", 1)
}

test_a_slot_is_judged_whatever_sits_in_it if {
	module := object.union(_slot(_node(8, 160), 1), {"gpu": {"form_factor": "sxm"}})
	_is(module, "fail", "error", "fail_slot", 1)
	unknown := json.remove(_slot(_node(8, 160), 4), ["gpu/part_pcie", "gpu/form_factor", "cpu/pcie_lanes"])
	_is(unknown, "fail", "warning", "fail_slot", 4)
}

test_no_fix_where_a_wider_slot_is_not_to_be_had if {
	_only(_slot(_node(4, 32), 1)).fix == [{"path": ["gpu", "pcie"], "value": "4x8"}]
	_only(_slot(_node(4, 31), 1)).fix == []
}

test_a_slot_as_wide_as_the_part_is_wide_enough if {
	narrow := object.union(_slot(_node(2, 128), 4), {"gpu": {"part_pcie": {"lanes": 4}}})
	_is(narrow, "pass", "error", "", 8)
	found := _only(object.union(_slot(_node(2, 128), 2), {"gpu": {"part_pcie": {"lanes": 4}}}))
	[found.outcome, found.limit, found.fix[0].value] == ["fail", 4, "4x4"]
}

test_pass_declared_switches_whole_result if {
	found := rule.results with input as object.union(_node(10, 128), {"gpu": {"switches": 2}})
	found == {{
		"outcome": "pass",
		"level": "error",
		"message": "pass_switches",
		"path": ["gpu", "switches"],
		"values": {"switches": 2, "gpus": 10},
	}}
	_is(object.union(_node(10, 128), {"gpu": {"switches": 0}}), "fail", "note", "fail_wide", 160)
}

test_skipped_modules_whole_result if {
	found := rule.results with input as object.union(_node(8, 80), {"gpu": {"form_factor": "sxm"}})
	found == {{"outcome": "skipped", "level": "error", "path": ["gpu", "model"], "values": {"gpu": "x"}}}
	_is(object.union(_node(8, 80), {"gpu": {"form_factor": "oam"}}), "skipped", "error", "", null)
}

test_skipped_gpus_of_the_platform if {
	build := object.union(_node(8, 100), {"platform": {"id": "p", "gpu_id": "x", "gpu_count": 8}})
	_is(build, "skipped", "error", "skipped_platform", null)
	_is(object.union(build, {"gpu": {"count": 9}}), "fail", "note", "fail_wide", 144)
	_is(object.union(build, {"gpu": {"id": "y"}}), "fail", "note", "fail_wide", 128)
	_is(object.union(build, {"gpu": {"id": "y"}, "server": {"written": []}}), "skipped", "error", "skipped_platform", null)
}

test_skipped_no_cpu if {
	found := _only(json.remove(_node(8, 100), ["cpu/written"]))
	[found.outcome, found.message, found.path] == ["skipped", "skipped_cpu", ["cpu"]]
}

test_undecided_lanes_of_the_cpu_not_known if {
	_is(json.remove(_node(8, 100), ["cpu/pcie_lanes"]), "undecided", "warning", "", null)
}

test_undecided_slot_of_the_gpu_not_known if {
	_is(json.remove(_node(8, 100), ["gpu/pcie", "gpu/id"]), "undecided", "warning", "undecided_gpu", null)
	_is(json.remove(_node(8, 100), ["gpu/pcie"]), "skipped", "error", "skipped_part", null)
}

test_undecided_card_or_module_not_known if {
	_is(json.remove(_node(8, 100), ["gpu/form_factor", "gpu/id"]), "undecided", "warning", "undecided_gpu", null)
	_is(json.remove(_node(8, 100), ["gpu/form_factor"]), "skipped", "error", "skipped_part", null)
	_is(json.remove(_node(8, 128), ["gpu/form_factor"]), "pass", "error", "", 128)
}

_is(build, outcome, level, message, observed) if {
	found := _only(build)
	got := [found.outcome, found.level, object.get(found, "message", ""), object.get(found, "observed", null)]
	got == [outcome, level, message, observed]
}

_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

_ports(n, gigabits) := [{"kind": "ethernet", "ports": n, "speed": gigabits * 1000000000}]

_slot(build, width) := object.union(build, {"gpu": {"pcie_written": true, "pcie": {
	"lanes": width,
	"per_direction": round(width * 1969230769.25),
}}})

_desktop(gpus, width) := object.union(_node(gpus, 28), {
	"gpu": {"pcie": {"lanes": width}},
	"cpu": {"memory_channels": 2},
})

_node(gpus, lanes) := {
	"server": {"written": ["gpu", "cpu"]},
	"gpu": {
		"written": "x",
		"id": "x",
		"count": gpus,
		"form_factor": "pcie",
		"pcie_written": false,
		"pcie": {"generation": 4, "lanes": 16},
		"part_pcie": {"generation": 4, "lanes": 16},
	},
	"cpu": {
		"written": "c",
		"sockets": 1,
		"memory_channels": 8,
		"pcie_generation": 4,
		"pcie_lanes": lanes,
	},
	"storage": [],
	"network": [],
	"workloads": [],
}
