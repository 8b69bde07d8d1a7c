package rackvet.fleet.site["rack-power_test"]

import data.rackvet.fleet.site["rack-power"] as rule

test_pass_whole_result if {
	_results([_server("a", 2, {"supplies": 2, "needed": 1, "rating_watts": 2000}), _server("b", 1, {"supplies": 1, "rating_watts": 1000})]) == {{
		"outcome": "pass",
		"level": "error",
		"server": "a",
		"file": "a.hcl",
		"path": ["power"],
		"observed": 5000,
		"limit": 5000,
		"evidence": [{"name": "a", "value": 4000, "unit": "watts"}, {"name": "b", "value": 1000, "unit": "watts"}],
		"values": {"rack": "one", "server": "a"},
	}}
}

test_fail_a_watt_too_much if {
	some found in _results([_server("a", 1, {"supplies": 1, "rating_watts": 5001})])
	[found.outcome, found.observed] == ["fail", 5001]
}

test_pass_rack_by_rack if {
	some_power := {"supplies": 1, "rating_watts": 1500}
	found := _results([_server("a", 1, some_power), _server("c", 1, some_power)])
	{[r.values.rack, r.outcome] | some r in found} == {["one", "pass"], ["two", "fail"]}
}

test_undecided_whole_result if {
	_results([_server("a", 1, {"supplies": 1, "rating_watts": 1000}), {"server": {"name": "b", "file": "b.hcl", "nodes": 1}}]) == {{
		"outcome": "undecided",
		"level": "error",
		"server": "b",
		"file": "b.hcl",
		"path": ["power"],
		"values": {"rack": "one"},
	}}
}

test_fail_a_server_without_a_rack if {
	_results([_server("d", 1, {"supplies": 1, "rating_watts": 1000})]) == {{
		"outcome": "fail",
		"level": "error",
		"message": "fail_nowhere",
		"help": "fail_nowhere",
		"server": "d",
		"file": "d.hcl",
		"path": [],
	}}
}

_results(servers) := found if {
	racks := [
		{"name": "one", "power": 5000, "servers": ["a", "b"]},
		{"name": "two", "power": 1000, "servers": ["c"]},
	]
	found := rule.results with input as {"servers": servers} with data.org.racks as racks
}

_server(name, nodes, power) := {
	"server": {"name": name, "file": concat("", [name, ".hcl"]), "nodes": nodes},
	"power": power,
}
