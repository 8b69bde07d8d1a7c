package rackvet.lib.workloads_test

import data.rackvet.lib.workloads

test_adapters_are_lora_and_qlora if {
	workloads.adapters({"method": "lora"})
	workloads.adapters({"method": "qlora"})
	not workloads.adapters({"method": "full"})
	not workloads.adapters({})
}

test_a_turn_of_one_has_the_parts_of_its_workload if {
	turn := {"path": ["workload", "training", "b"], "workloads": ["b"]}
	workloads.components(turn, "gpu") == [{"name": "weights", "bytes": 3, "formula": "3 B"}] with input as _two
	workloads.components(turn, "host") == [{"name": "process", "bytes": 4, "formula": "4 B"}] with input as _two
}

test_a_turn_of_several_has_its_workloads if {
	found := workloads.components({"path": [], "workloads": ["a", "b"]}, "host") with input as _two
	found == [
		{"name": "tasks a", "bytes": 2, "path": ["workload", "tasks", "a"]},
		{"name": "training b", "bytes": 4, "path": ["workload", "training", "b"]},
	]
}

# One whose demand is not known has no place in the sum.
test_a_turn_leaves_out_what_is_not_known if {
	unknown := json.remove(_two, ["workloads/0/host/bytes"])
	found := workloads.components({"path": [], "workloads": ["a", "b"]}, "host") with input as unknown
	[component.name | some component in found] == ["training b"]
}

test_a_turn_of_nothing_has_no_parts if {
	workloads.components({"path": ["workload", "training", "c"], "workloads": ["c"]}, "gpu") == [] with input as _two
}

_two := {"workloads": [
	{
		"kind": "tasks",
		"name": "a",
		"path": ["workload", "tasks", "a"],
		"gpu": {"bytes": 1, "components": [{"name": "task", "bytes": 1, "formula": "1 B"}]},
		"host": {"bytes": 2, "components": [{"name": "task", "bytes": 2, "formula": "2 B"}]},
	},
	{
		"kind": "training",
		"name": "b",
		"path": ["workload", "training", "b"],
		"gpu": {"bytes": 3, "components": [{"name": "weights", "bytes": 3, "formula": "3 B"}]},
		"host": {"bytes": 4, "components": [{"name": "process", "bytes": 4, "formula": "4 B"}]},
	},
]}
