package rackvet.rules.power["unknown-limit_test"]

import data.rackvet.rules.power["unknown-limit"] as rule

test_pass_all_limits_known_whole_result if {
	found := rule.results with input as _server(2000)
	found == {{"outcome": "pass", "level": "note", "path": ["power", "rating"]}}
}

test_fail_gpu_without_a_limit_whole_result if {
	found := rule.results with input as json.remove(_server(2000), ["gpu/tdp_watts"])
	found == {{
		"outcome": "fail",
		"level": "note",
		"help": "fail_gpu",
		"path": ["gpu", "model"],
		"values": {"part": "card"},
	}}
}

test_pass_a_cap_stands_in_for_the_limit if {
	capped := object.union(_server(2000), {"gpu": {"power_limit_watts": 300}})
	_is(json.remove(capped, ["gpu/tdp_watts"]), "pass", ["power", "rating"])
}

test_fail_cpu_without_a_limit_whole_result if {
	found := rule.results with input as json.remove(_server(2000), ["cpu/tdp_watts"])
	found == {{
		"outcome": "fail",
		"level": "note",
		"help": "fail_cpu",
		"path": ["cpu", "model"],
		"values": {"part": "processor"},
	}}
}

# The cards take 1380 W with what is beside them, and no CPU more than 575 W.
test_pass_supplies_ample_or_too_few_whatever_the_cpu_takes if {
	_is(json.remove(_server(2248), ["cpu/tdp_watts"]), "pass", ["power", "rating"])
	_is(json.remove(_server(2247), ["cpu/tdp_watts"]), "fail", ["cpu", "model"])
	_is(json.remove(_server(1380), ["cpu/tdp_watts"]), "fail", ["cpu", "model"])
	_is(json.remove(_server(1379), ["cpu/tdp_watts"]), "pass", ["power", "rating"])
}

test_skipped_gpu_not_known_at_all if {
	found := rule.results with input as json.remove(_server(2000), ["gpu/tdp_watts", "gpu/id"])
	found == {{
		"outcome": "skipped",
		"level": "note",
		"message": "skipped_unknown",
		"path": ["gpu", "model"],
		"values": {"part": "card"},
	}}
}

test_skipped_cpu_not_known_at_all if {
	unknown := json.remove(_server(2000), ["cpu/tdp_watts", "cpu/family"])
	found := rule.results with input as unknown
	found == {{
		"outcome": "skipped",
		"level": "note",
		"message": "skipped_unknown",
		"path": ["cpu", "model"],
		"values": {"part": "processor"},
	}}
	unwritten := rule.results with input as json.remove(unknown, ["cpu/written"])
	{[r.outcome, r.values.part] | some r in unwritten} == {["skipped", "the CPU"]}
}

test_skipped_no_supplies if {
	found := rule.results with input as json.remove(_server(2000), ["power"])
	found == {{"outcome": "skipped", "level": "note", "path": []}}
}

_is(build, outcome, path) if {
	found := rule.results with input as build
	{[r.outcome, r.path] | some r in found} == {[outcome, path]}
}

_server(rating) := {
	"server": {"written": ["gpu", "cpu", "memory", "power"]},
	"gpu": {"written": "card", "id": "card", "count": 4, "tdp_watts": 300, "form_factor": "pcie"},
	"cpu": {"written": "processor", "family": "processor", "sockets": 1, "tdp_watts": 280},
	"storage": [],
	"network": [],
	"power": {"supplies": 1, "rating_watts": rating},
}
