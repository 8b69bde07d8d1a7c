package rackvet.rules.power.supply_test

import data.rackvet.rules.power.supply as rule

test_pass_docking_platform_whole_result if {
	found := rule.results with input as _docking
	found == {{
		"outcome": "pass",
		"level": "error",
		"message": "pass",
		"path": ["power", "rating"],
		"observed": 1259,
		"limit": 1392,
		"evidence": {
			"supplies_give": 1600,
			"gpu_power": 500,
			"cpu_power": 560,
			"rest_of_the_node": 159,
			"ports_and_drives": 40,
		},
		"values": {
			"carrying": 1,
			"rating": 1600,
			"giver": "its supplies give without the spare ones",
			"gpus": 2,
			"gpu_each": 250,
			"sockets": 2,
			"cpu_each": 280,
			"of_family": "",
			"rest": 0.15,
			"rest_of": 1060,
			"ports": 2,
			"drives": 1,
		},
	}}
}

# Two cards of 250 W and a CPU of 145 W: fails on 850 W, works on 1300 W, and 1200 W
# is advised (tensorflow#8858).
test_pass_fail_two_cards_that_rebooted_whole_result if {
	found := rule.results with input as _cards(2, 250, 145, 1, 850)
	found == {{
		"outcome": "fail",
		"level": "warning",
		"message": "fail_tight",
		"help": "fail",
		"path": ["power", "rating"],
		"observed": 741.75,
		"limit": 739.5,
		"evidence": {
			"supplies_give": 850,
			"gpu_power": 500,
			"cpu_power": 145,
			"rest_of_the_node": 0.15 * 645,
			"ports_and_drives": null,
		},
		"values": {
			"carrying": 1,
			"rating": 850,
			"giver": "its supplies give",
			"gpus": 2,
			"gpu_each": 250,
			"sockets": 1,
			"cpu_each": 145,
			"of_family": "",
			"rest": 0.15,
			"rest_of": 645,
			"ports": 0,
			"drives": 0,
			"rating_needed": 900,
			"supplies_needed": 2,
			"spares": "",
		},
		"fix": [{"path": ["power", "rating"], "value": 900, "unit": "watts"}],
	}}
	_is(_cards(2, 250, 145, 1, 900), "pass", "error")
	_is(_cards(2, 250, 145, 1, 1200), "pass", "error")
}

# Seven cards of 450 W and a CPU of 280 W on four supplies of 1000 W work for months
# (mov-axbx.com), so no error there.
test_fail_seven_cards_that_work_are_tight if {
	_is(_cards(7, 450, 280, 4, 1000), "fail", "warning")
}

# Eight cards of 425 W and two CPUs take 4600 W measured, on four supplies of 2000 W.
test_pass_eight_cards_that_work if {
	_is(object.union(_cards(8, 425, 800, 4, 2000), {"power": {"needed": 3, "spare": 1}}), "pass", "error")
}

# A card of 320 W on 850 W goes down by its peaks (pytorch-image-models#965), which
# totals don't show.
test_pass_one_card_whose_peaks_are_not_seen if {
	_is(_cards(1, 320, 170, 1, 850), "pass", "error")
}

# Four cards capped at 300 W and a CPU of 165 W peak at 1580 W of 1600 W: it works,
# and is called too close.
test_fail_a_cap_counts if {
	build := _cards(4, 350, 165, 1, 1600)
	_is(build, "fail", "warning")
	_only(build).observed == 1799.75
	_is(object.union(build, {"power": {"rating_watts": 1564}}), "fail", "error")
	capped := object.union(build, {"gpu": {"power_limit_watts": 300}})
	_is(capped, "fail", "warning")
	_only(capped).observed == 1569.75
}

test_pass_fail_cards_on_each_boundary if {
	_is(_cards(4, 200, 200, 1, 1150 / 0.87), "pass", "error")
	_is(_cards(4, 200, 200, 1, 1321), "fail", "warning")
	_only(_cards(4, 200, 200, 1, 1150)).message == "fail_tight"
	_only(_cards(4, 200, 200, 1, 1149)).message == "fail"
	_is(_cards(4, 200, 200, 1, 1000), "fail", "warning")
	_is(_cards(4, 200, 200, 1, 999), "fail", "error")
}

test_pass_fail_modules_on_each_boundary if {
	_is(_modules("sxm", 6265 / 0.87), "pass", "error")
	_is(_modules("sxm", 7201), "fail", "warning")
	_is(_modules("oam", 6265), "fail", "warning")
	_is(_modules("mezzanine", 6264), "fail", "error")
	_is(_modules("superchip", 4900 / 0.87), "pass", "error")
	_is(_modules("soc", 4899), "fail", "error")
}

test_pass_modules_take_their_share_of_the_node if {
	found := _only(_modules("sxm", 8000))
	found.observed == 6265
	found.evidence == {"supplies_give": 8000, "gpu_power": 3500, "rest_of_the_node": 2765}
}

test_pass_a_cap_on_modules_leaves_the_rest_of_the_node if {
	build := object.union(_modules("sxm", 8000), {"gpu": {"power_limit_watts": 500}})
	_only(build).observed == (5 * 500) + 2765
}

test_pass_a_cap_stands_in_for_a_limit_not_known if {
	build := json.remove(_modules("sxm", 8000), ["gpu/tdp_watts"])
	found := _only(object.union(build, {"gpu": {"power_limit_watts": 700}}))
	found.observed == 6265
}

test_pass_drives_that_are_elsewhere_take_nothing if {
	shared := {"storage": [{"name": "s", "kind": "shared", "count": 5, "size_bytes": 1}]}
	_only(object.union(_cards(1, 320, 170, 1, 850), shared)).evidence.ports_and_drives == null
}

test_pass_fail_spare_supplies_carry_nothing if {
	build := _cards(4, 300, 300, 3, 1000)
	_is(build, "pass", "error")
	_is(object.union(build, {"power": {"needed": 2, "spare": 1}}), "pass", "error")
	found := _only(object.union(build, {"power": {"needed": 1, "spare": 2}}))
	[found.level, found.limit, found.help] == ["error", 1000, "fail"]
	found.values.rating_needed == 2000
	found.values.supplies_needed == 4
	found.values.spares == " with redundancy 2+2"
}

test_fail_no_more_carry_than_there_are if {
	build := object.union(_cards(4, 300, 300, 1, 1000), {"power": {"needed": 2, "spare": 1}})
	_only(build).limit == 1000
}

# 2480 W of parts take 2852 W, 87 % of 3278; 2500 W take 2875 W, 87 % of 3305.
test_fail_the_largest_supply_that_is_made_on_the_boundary if {
	_only(_cards(4, 550, 280, 1, 1500)).values.rating_needed == 3300
	_only(_cards(4, 555, 280, 1, 1500)).help == "fail_supplies"
}

# A supply of more than 3300 W is not made: of six, five carry it and one is spare.
test_fail_fewer_spare_supplies_would_do if {
	build := object.union(_modules("sxm", 1500), {"power": {"supplies": 6, "needed": 1, "spare": 5}})
	found := _only(build)
	found.help == "fail_spare"
	found.values.carrying_needed == 5
	found.values.left == 1
	found.fix == [{"path": ["power", "redundancy"], "value": "5+1"}]
}

test_fail_more_supplies_would_do if {
	found := _only(_modules("sxm", 1500))
	found.help == "fail_supplies"
	found.values.supplies_needed == 5
	found.fix == [
		{"path": ["power", "supplies"], "value": 5},
		{"path": ["power", "redundancy"], "value": "5+0"},
	]
	spare := _only(object.union(_modules("sxm", 1500), {"power": {"supplies": 2, "needed": 1, "spare": 1}}))
	spare.help == "fail_supplies"
	spare.values.supplies_needed == 6
	spare.fix == [
		{"path": ["power", "supplies"], "value": 6},
		{"path": ["power", "redundancy"], "value": "5+1"},
	]
}

# NVIDIA DGX B200: 14.3 kW, six supplies of 3300 W, 5+1.
test_pass_platform_whole_result if {
	found := rule.results with input as _platform(14300, 6, 3300, 5)
	found == {{
		"outcome": "pass",
		"level": "error",
		"message": "pass",
		"path": ["power", "rating"],
		"observed": 14300,
		"limit": 14355,
		"evidence": {"supplies_give": 16500, "platform_power": 14300, "saved_by_the_cap": null},
		"values": {"carrying": 5, "rating": 3300, "giver": "its supplies give without the spare ones"},
	}}
}

# Dell XE9680 with supplies of 2800 W: 11.5 kW and 3+3; it throttles without the spare ones.
test_pass_platform_that_needs_its_spare_supplies if {
	found := _only(_platform(11500, 6, 2800, 3))
	[found.outcome, found.message, found.observed, found.limit] == ["pass", "pass_shipped", 11500, 16800]
}

test_fail_platform_whose_supplies_are_written if {
	build := object.union(_platform(11500, 6, 2800, 3), {"server": {"written": ["power"]}})
	_is(build, "fail", "error")
}

test_fail_platform_with_less_than_it_takes if {
	_is(_platform(16801, 6, 2800, 3), "fail", "error")
}

test_pass_platform_with_capped_gpus if {
	found := _only(object.union(_platform(11500, 6, 2800, 3), {"gpu": {"power_limit_watts": 500}}))
	found.observed == 7500
	found.limit == 16800
	found.evidence.saved_by_the_cap == 4000
}

test_fail_platform_figure_is_void_for_other_gpus if {
	other := object.union(_platform(11500, 6, 2800, 3), {"gpu": {"id": "other"}})
	_only(other).observed == 8000 + 6320
	more := object.union(_platform(11500, 6, 2800, 3), {"gpu": {"count": 4}})
	_only(more).observed == 4000 + 3160
}

test_pass_platform_figure_does_without_the_gpus_limit if {
	_is(json.remove(_platform(14300, 6, 3300, 5), ["gpu/tdp_watts"]), "pass", "error")
}

# The profile practice bears what ships: tinybox at 1.07, XE9680 at 1.19.
test_fail_practice_bears_what_ships if {
	_practice(_cards(4, 200, 200, 1, 1150)) == ["warning", "fail_tight"]
	_practice(_cards(4, 200, 200, 1, 1149)) == ["warning", "fail"]
	_practice(_cards(4, 200, 200, 1, 1000 / 1.2)) == ["warning", "fail"]
	_practice(_cards(4, 200, 200, 1, 833)) == ["error", "fail"]
	_practice(_unknown_cpu(_cards(4, 300, 0, 1, 1000), 1379)) == ["warning", "fail_least"]
}

test_undecided_gpu_power_not_known if {
	found := rule.results with input as json.remove(_docking, ["gpu/tdp_watts"])
	found == {{
		"outcome": "undecided",
		"level": "error",
		"path": ["power", "rating"],
		"related": [{"path": ["gpu", "model"], "message": "the GPU in question"}],
		"values": {"gpu": "a100-pcie"},
	}}
}

# Four cards take 1380 W with what is beside them, and a CPU at most 575 W more.
test_pass_fail_undecided_cpu_power_not_known if {
	build := _cards(4, 300, 0, 1, 1000)
	_is(_unknown_cpu(build, 1379), "fail", "warning")
	_is(_unknown_cpu(build, 1199), "fail", "error")
	_only(_unknown_cpu(build, 1379)).message == "fail_least"
	_is(_unknown_cpu(build, 1380), "undecided", "error")
	_is(_unknown_cpu(build, 1699), "undecided", "error")
	_is(_unknown_cpu(build, 1700), "undecided", "warning")
	_is(_unknown_cpu(build, 2247), "undecided", "warning")
	_is(_unknown_cpu(build, 2248), "pass", "error")
	_only(_unknown_cpu(build, 2248)).evidence.cpu_power == null
	_only(_unknown_cpu(build, 1400)).message == "undecided_cpu"
}

# A CPU of a family of 200 to 500 W, beside four cards of 300 W: 1400 to 1700 W, and
# 1610 to 1955 W with the rest.
test_fail_undecided_pass_cpu_of_a_family if {
	build := object.union(_cards(4, 300, 500, 1, 1000), {"cpu": {"written": "c", "tdp_least_watts": 200}})
	at := {watts: found |
		some watts in [1399, 1400, 1609, 1610, 1850, 1851, 2247, 2248]
		found := _only(object.union(build, {"power": {"rating_watts": watts}}))
	}
	[at[1399].level, at[1399].message] == ["error", "fail_small"]
	[at[1609].level, at[1609].message] == ["warning", "fail_small"]
	[at[1610].level, at[1610].message, at[1610].observed] == ["warning", "fail_small_tight", 1610]
	at[1850].message == "fail_small_tight"
	[at[1851].outcome, at[1851].level, at[1851].message, at[1851].help] == ["undecided", "warning", "undecided_family", "undecided_family"]
	[at[1851].values.most, at[1851].values.cpu, at[1851].values.of_family] == [1955, "c", ", the most of the family"]
	at[2247].outcome == "undecided"
	at[2248].outcome == "pass"
}

test_fail_help_names_the_redundancy_that_is_written if {
	build := object.union(_cards(4, 300, 500, 2, 1500), {"power": {"needed": 1, "spare": 1}})
	found := _only(build)
	[found.help, found.values.supplies_needed, found.values.spares] == ["fail", 3, " with redundancy 2+1"]
}

test_skipped_no_supplies if {
	found := rule.results with input as json.remove(_docking, ["power"])
	found == {{"outcome": "skipped", "level": "error", "path": []}}
}

_is(build, outcome, level) if {
	found := _only(build)
	[found.outcome, found.level] == [outcome, level]
}

# _only is the one result; two or none give nothing.
_only(build) := found if {
	results := rule.results with input as build
	count(results) == 1
	some found in results
}

# _practice is level and message of a failure in the profile of that name.
_practice(build) := [found.level, found.message] if {
	practice := object.union(data.rackvet.params["power/supply"], {"bearable": {"value": 1.2}})
	results := rule.results with input as build with data.rackvet.params["power/supply"] as practice
	count(results) == 1
	some found in results
	found.outcome == "fail"
}

_docking := {
	"server": {"written": ["gpu", "cpu", "memory", "power"]},
	"gpu": {"written": "a100-pcie", "id": "a100-pcie", "count": 2, "tdp_watts": 250, "form_factor": "pcie"},
	"cpu": {"sockets": 2, "tdp_watts": 280},
	"storage": [{"name": "scratch", "kind": "nvme", "count": 1, "size_bytes": 3840000000000}],
	"network": [{"name": "front", "kind": "ethernet", "ports": 2, "speed": 10000000000}],
	"power": {"supplies": 2, "rating_watts": 1600, "needed": 1, "spare": 1},
}

_cards(gpus, each, cpu, supplies, rating) := {
	"server": {"written": ["gpu", "cpu", "memory", "power"]},
	"gpu": {"written": "card", "id": "card", "count": gpus, "tdp_watts": each, "form_factor": "pcie"},
	"cpu": {"sockets": 1, "tdp_watts": cpu},
	"storage": [],
	"network": [],
	"power": {"supplies": supplies, "rating_watts": rating},
}

_unknown_cpu(build, rating) := json.remove(
	object.union(build, {"power": {"rating_watts": rating}}),
	["cpu/tdp_watts"],
)

# _modules is five of 700 W, 3500 W in all, on one supply.
_modules(form, rating) := {
	"server": {"written": ["gpu", "cpu", "memory", "power"]},
	"gpu": {"written": "module", "id": "module", "count": 5, "tdp_watts": 700, "form_factor": form},
	"cpu": {"sockets": 2, "tdp_watts": 350},
	"storage": [],
	"network": [],
	"power": {"supplies": 1, "rating_watts": rating},
}

# _platform has eight modules of 1000 W.
_platform(watts, supplies, rating, needed) := {
	"server": {"written": []},
	"platform": {"id": "p", "gpu_id": "module", "gpu_count": 8, "power_max_watts": watts},
	"gpu": {"written": "module", "id": "module", "count": 8, "tdp_watts": 1000, "form_factor": "sxm"},
	"cpu": {"sockets": 2, "tdp_watts": 350},
	"storage": [],
	"network": [],
	"power": {"supplies": supplies, "rating_watts": rating, "needed": needed, "spare": supplies - needed},
}
