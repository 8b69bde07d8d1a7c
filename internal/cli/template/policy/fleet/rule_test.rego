package rackvet.fleet["<<.Category>>"]["<<.Name>>_test"]

import data.rackvet.fleet["<<.Category>>"]["<<.Name>>"] as rule

test_pass_whole_result if {
	found := rule.results with input as {"servers": [_server("a", 2, 700), _server("b", 1, 350)]}
	found == {{
		"outcome": "pass",
		"level": "error",
		"path": [],
		"observed": 14000,
		"limit": 20000,
		"evidence": {"servers": 2},
	}}
}

test_fail_whole_result if {
	found := rule.results with input as {"servers": [_server("a", 4, 700), _server("b", 1, 350)]}
	found == {{
		"outcome": "fail",
		"level": "error",
		"server": "a",
		"file": "specs/a.hcl",
		"path": ["gpu", "count"],
		"observed": 25200,
		"limit": 20000,
		"evidence": {"servers": 2},
		"values": {"own": 22400},
	}}
}

test_pass_fail_on_the_boundary if {
	_outcomes([_server("a", 1, 1250), _server("b", 1, 1250)]) == {"pass"}
	_outcomes([_server("a", 1, 1250), _server("b", 1, 1251)]) == {"fail"}
}

test_pass_a_cap_counts_before_the_figure_of_the_maker if {
	capped := object.union(_server("a", 4, 700), {"gpu": {"power_limit_watts": 500}})
	_outcomes([capped]) == {"pass"}
}

test_undecided_whole_result if {
	unknown := {"server": {"name": "x", "file": "specs/x.hcl", "nodes": 1}, "gpu": {"count": 8}}
	found := rule.results with input as {"servers": [_server("a", 4, 700), unknown]}
	found == {{
		"outcome": "undecided",
		"level": "error",
		"server": "x",
		"file": "specs/x.hcl",
		"path": ["gpu", "model"],
	}}
}

_outcomes(servers) := {r.outcome | some r in found} if {
	found := rule.results with input as {"servers": servers}
}

_server(name, nodes, watts) := {
	"server": {"name": name, "file": concat("", ["specs/", name, ".hcl"]), "nodes": nodes},
	"gpu": {"count": 8, "tdp_watts": watts},
}
