package rackvet.fleet.site["spare-nodes_test"]

import data.rackvet.fleet.site["spare-nodes"] as rule

test_pass_whole_result if {
	_results([_server("a", 8, "x", 1), _server("b", 1, "x", 0)]) == {{
		"outcome": "pass",
		"level": "warning",
		"server": "a",
		"file": "a.hcl",
		"path": ["nodes"],
		"observed": 1,
		"limit": 1,
		"evidence": {"nodes_at_work": 8},
		"values": {"gpu": "x"},
	}}
}

test_fail_nine_nodes_ask_two if {
	some found in _results([_server("a", 8, "x", 1), _server("b", 1, "x", 0), _server("c", 1, "x", 2)])
	[found.outcome, found.server, found.observed, found.limit] == ["fail", "a", 1, 2]
}

test_fail_a_spare_node_with_another_gpu if {
	found := _results([_server("a", 4, "x", 1), _server("b", 1, "y", 0)])
	{[r.values.gpu, r.outcome] | some r in found} == {["x", "fail"], ["y", "skipped"]}
}

test_skipped_whole_result if {
	_results([_server("a", 3, "x", 1)]) == {{
		"outcome": "skipped",
		"level": "warning",
		"path": [],
		"values": {"gpu": "x", "at_work": 3},
	}}
}

test_pass_a_gpu_that_nothing_describes_has_its_name if {
	some found in _results([object.union(_server("a", 4, "x", 1), {"gpu": {"id": "z"}}), _server("b", 1, "z", 0)])
	[found.outcome, found.values.gpu] == ["pass", "z"]
}

_results(servers) := found if {
	found := rule.results with input as {"servers": servers}
}

_server(name, nodes, gpu, workloads) := {
	"server": {"name": name, "file": concat("", [name, ".hcl"]), "nodes": nodes},
	"gpu": {"written": gpu},
	"workloads": array.slice([{"name": "one"}, {"name": "two"}], 0, workloads),
}
