package rackvet.rules.fit.platform_test

import data.rackvet.rules.fit.platform as rule

test_pass_whole_results if {
	found := rule.results with input as _beside({})
	found == {
		{
			"outcome": "pass",
			"level": "error",
			"message": "pass_model",
			"path": ["gpu", "model"],
			"values": {"platform": "dgx", "gpu": "h100-sxm"},
		},
		{
			"outcome": "pass",
			"level": "error",
			"message": "pass_count",
			"path": ["gpu", "count"],
			"observed": 8,
			"limit": 8,
			"values": {"platform": "dgx"},
		},
		{
			"outcome": "pass",
			"level": "error",
			"message": "pass_link",
			"path": ["gpu", "link"],
			"values": {"platform": "dgx", "gpu": "h100-sxm", "link": "nvswitch"},
		},
	}
}

test_fail_whole_results if {
	found := rule.results with input as _beside({"id": "h100-pcie", "written": "h100-pcie", "form_factor": "pcie", "count": 9})
	found == {
		{
			"outcome": "fail",
			"level": "error",
			"message": "fail_form",
			"help": "fail_form",
			"path": ["gpu", "model"],
			"related": [{"path": ["platform"], "message": "what it is sold with"}],
			"fix": [{"path": ["gpu", "model"], "value": "h100-sxm"}],
			"values": {
				"platform": "dgx",
				"shipped": "h100-sxm",
				"shipped_form": "sxm",
				"gpu": "h100-pcie",
				"form": "pcie",
			},
		},
		{
			"outcome": "fail",
			"level": "error",
			"message": "fail_more",
			"help": "fail_more",
			"path": ["gpu", "count"],
			"observed": 9,
			"limit": 8,
			"related": [{"path": ["platform"], "message": "what it is sold with"}],
			"fix": [{"path": ["gpu", "count"], "value": 8}],
			"values": {"platform": "dgx"},
		},
	}
}

test_fail_another_model_of_the_form_is_a_warning if {
	found := _of("model", _beside({"id": "h200-sxm", "written": "h200-sxm"}))
	[found.outcome, found.level, found.message] == ["fail", "warning", "fail_model"]
	found.fix == [{"path": ["gpu", "model"], "value": "h100-sxm"}]
}

test_pass_an_ambiguous_name_that_may_be_the_platforms if {
	gpu := json.remove(_beside({"written": "h100", "candidates": ["h100-pcie", "h100-sxm"]}), ["gpu/id", "gpu/form_factor"])
	_of("model", gpu).outcome == "pass"
}

test_undecided_whole_result if {
	gpu := json.remove(_beside({"written": "h100", "candidates": ["h100-pcie", "h100-nvl"]}), ["gpu/id", "gpu/form_factor"])
	_of("model", gpu) == {
		"outcome": "undecided",
		"level": "error",
		"path": ["gpu", "model"],
		"values": {"platform": "dgx", "gpu": "h100"},
	}
}

test_fail_fewer_gpus_on_a_board if {
	found := _of("count", _beside({"count": 7}))
	[found.outcome, found.level, found.message, found.bound] == ["fail", "warning", "fail_fewer", "min"]
	found.fix == [{"path": ["gpu", "count"], "value": 8}]
}

test_pass_fail_cards_in_slots_on_the_boundary if {
	_of("count", _slots(7)).outcome == "pass"
	_of("count", _slots(8)).outcome == "pass"
	found := _of("count", _slots(9))
	[found.outcome, found.level, found.message] == ["fail", "warning", "fail_more"]
}

test_fail_a_link_that_the_board_does_not_have if {
	found := _of("link", _beside({"link": "pcie"}))
	[found.outcome, found.level, found.message] == ["fail", "warning", "fail_link"]
	found.fix == [{"path": ["gpu", "link"], "value": "nvswitch"}]
	_of("link", _beside({"link": "nvlink"})).outcome == "pass"
	other := object.union(_beside({"link": "nvlink"}), {"platform": {"link": "infinity-fabric"}})
	_of("link", other).message == "fail_link"
}

test_pass_links_are_asked_of_boards_alone if {
	every build in [_slots(8), _beside({"link_written": false}), _beside({"form_factor": "pcie", "id": "x"})] {
		found := rule.results with input as build
		{r.path[1] | some r in found} == {"model", "count"}
	}
}

test_skipped_whole_result if {
	none := rule.results with input as json.remove(_beside({}), ["platform"])
	none == {{"outcome": "skipped", "level": "error", "path": []}}
	own := rule.results with input as object.union(_beside({}), {"server": {"written": ["workload"]}})
	own == {{
		"outcome": "skipped",
		"level": "error",
		"message": "skipped_own",
		"path": ["platform"],
		"values": {"platform": "dgx"},
	}}
}

_of(attribute, build) := found if {
	results := rule.results with input as build
	some found in results
	found.path[1] == attribute
}

_slots(cards) := object.union(
	_beside({"id": "l40s", "written": "l40s", "form_factor": "pcie", "count": cards, "link": "pcie"}),
	{"platform": {"gpu_id": "l40s", "form_factor": "pcie", "link": "nvlink-bridge"}},
)

_beside(gpu) := {
	"server": {"written": ["gpu"]},
	"platform": {
		"id": "dgx",
		"gpu_id": "h100-sxm",
		"gpu_count": 8,
		"form_factor": "sxm",
		"link": "nvswitch",
	},
	"gpu": object.union(
		{
			"id": "h100-sxm",
			"written": "h100-sxm",
			"candidates": [],
			"form_factor": "sxm",
			"count": 8,
			"link": "nvswitch",
			"link_written": true,
		},
		gpu,
	),
}
