package rackvet.rules.bandwidth["link-unsupported_test"]

import data.rackvet.rules.bandwidth["link-unsupported"] as rule

test_pass_bridged_pair_whole_result if {
	found := rule.results with input as _pair
	found == {{
		"outcome": "pass",
		"level": "error",
		"message": "pass_bridge",
		"path": ["gpu", "link"],
		"observed": 2,
		"limit": 2,
		"values": {"gpu": "a100-pcie", "link": "nvlink-bridge"},
	}}
}

test_pass_four_cards_on_two_bridges_are_two_domains if {
	_is(object.union(_pair, {"gpu": {"count": 4}}), "pass", "pass_bridge")
}

test_pass_pcie_and_none_suit_every_part if {
	_is(_gpu("none", true, []), "pass", "pass_none")
	_is(_gpu("pcie", true, []), "pass", "pass_none")
	_is(json.remove(_gpu("pcie", true, []), ["gpu/links"]), "pass", "pass_none")
	_is(_gpu("none", false, []), "pass", "pass_none")
}

test_pass_a_switch_that_the_part_has if {
	_is(_gpu("nvswitch", true, ["nvlink", "nvswitch"]), "pass", "pass")
}

test_pass_a_link_of_the_platform_or_the_part if {
	_is(_gpu("nvswitch", false, []), "pass", "pass")
	_is(json.remove(_gpu("nvswitch", false, []), ["gpu/links"]), "pass", "pass")
}

test_pass_bridge_without_a_width if {
	_is(_gpu("nvlink-bridge", true, ["nvlink-bridge"]), "pass", "pass")
}

test_fail_nvlink_on_an_rtx_4090_whole_result if {
	found := rule.results with input as _gpu("nvlink", true, [])
	found == {{
		"outcome": "fail",
		"level": "error",
		"path": ["gpu", "link"],
		"related": [{"path": ["gpu", "model"], "message": "the GPU"}],
		"values": {"gpu": "x", "link": "nvlink", "possible": "pcie"},
	}}
}

test_fail_nvswitch_on_a_pcie_card if {
	found := _only(_gpu("nvswitch", true, ["nvlink-bridge"]))
	found.outcome == "fail"
	found.values.possible == "nvlink-bridge, pcie"
}

test_fail_a_written_link_of_a_single_gpu if {
	_is(object.union(_gpu("nvlink", true, []), {"gpu": {"count": 1}}), "fail", "")
}

test_fail_bridge_wider_than_its_domain if {
	found := _only(object.union(_pair, {"gpu": {"bridge": 3}}))
	[found.outcome, found.message, found.help] == ["fail", "fail_bridge", "fail_bridge"]
	[found.observed, found.limit] == [3, 2]
	found.path == ["gpu", "bridge"]
}

# The MI210's bridge is xGMI: what counts is how a part is joined, not the link's name.
test_a_bridge_of_another_vendor if {
	quad := object.union(_pair, {"gpu": {"link": "xgmi", "links": ["xgmi"], "link_domain_max": 4}})
	_is(object.union(quad, {"gpu": {"bridge": 4}}), "pass", "pass_bridge")
	_is(object.union(quad, {"gpu": {"bridge": 5}}), "fail", "fail_bridge")
}

test_fail_a_bridge_for_modules_on_a_switch if {
	_is(object.union(_pair, {"gpu": {"link": "nvswitch", "links": ["nvswitch"], "link_topology": "switch"}}), "fail", "fail_no_bridge")
}

test_pass_fail_bridge_on_the_boundary_of_a_quad if {
	quad := object.union(_pair, {"gpu": {"link_domain_max": 4, "count": 8}})
	_is(object.union(quad, {"gpu": {"bridge": 4}}), "pass", "pass_bridge")
	_is(object.union(quad, {"gpu": {"bridge": 5}}), "fail", "fail_bridge")
}

test_fail_bridge_on_a_part_that_takes_none if {
	build := object.union(_gpu("pcie", false, []), {"gpu": {"bridge": 2}})
	found := _only(build)
	[found.message, found.help, found.path] == ["fail_no_bridge", "fail_no_bridge", ["gpu", "bridge"]]
	found.values == {"gpu": "x", "bridge": 2, "possible": "pcie"}
	_is(object.union(build, {"gpu": {"count": 1, "link_domain_max": 1}}), "fail", "fail_no_bridge")
}

test_pass_bridge_of_a_part_not_known_without_a_link_to_judge if {
	build := object.union(_gpu("none", true, []), {"gpu": {"bridge": 2}})
	_is(json.remove(build, ["gpu/links"]), "pass", "pass_none")
}

test_fail_a_foreign_link_is_said_before_its_width if {
	build := object.union(_gpu("nvlink-bridge", true, []), {"gpu": {"bridge": 2, "link_domain_max": 1}})
	_is(build, "fail", "")
}

test_undecided_part_not_known if {
	found := _only(json.remove(_gpu("nvlink", true, []), ["gpu/links"]))
	[found.outcome, found.level] == ["undecided", "error"]
	found.values == {"gpu": "x", "link": "nvlink"}
}

test_skipped_where_no_link_is_written_and_none_known if {
	found := _only(json.remove(_gpu("nvlink", false, []), ["gpu/links", "gpu/link"]))
	[found.outcome, found.message, found.path] == ["skipped", "skipped_unwritten", ["gpu", "model"]]
}

test_undecided_width_of_a_bridge if {
	_is(json.remove(_pair, ["gpu/link_domain_max"]), "undecided", "")
}

test_skipped_one_gpu if {
	found := rule.results with input as object.union(_gpu("none", false, []), {"gpu": {"count": 1}})
	found == {{"outcome": "skipped", "level": "error", "path": ["gpu", "model"]}}
}

test_pass_one_gpu_whose_link_is_written if {
	_is(object.union(_gpu("nvlink", true, ["nvlink"]), {"gpu": {"count": 1}}), "pass", "pass")
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

_pair := object.union(_gpu("nvlink-bridge", true, ["nvlink-bridge"]), {"gpu": {
	"written": "a100-pcie",
	"count": 2,
	"link_topology": "bridge",
	"bridge": 2,
	"link_domain_max": 2,
}})

_gpu(link, written, links) := {
	"server": {"written": ["gpu"]},
	"gpu": {"written": "x", "count": 4, "link": link, "link_written": written, "links": links},
}
