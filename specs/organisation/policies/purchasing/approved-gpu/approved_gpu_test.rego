package rackvet.rules.purchasing["approved-gpu_test"]

import data.rackvet.rules.purchasing["approved-gpu"] as rule

test_pass_whole_result if {
	_results({"id": "nvidia-l40s", "written": "L40S"}) == {{
		"outcome": "pass",
		"level": "error",
		"path": ["gpu", "model"],
		"values": {"gpu": "nvidia-l40s", "approved": "nvidia-l40s, nvidia-a100"},
	}}
}

test_fail_another_gpu if {
	some found in _results({"id": "nvidia-rtx-4090", "written": "4090"})
	found.outcome == "fail"
	found.values.gpu == "nvidia-rtx-4090"
}

test_undecided_a_gpu_that_nothing_describes if {
	some found in _results({"written": "A100 40GB"})
	found.outcome == "undecided"
	found.values.gpu == "A100 40GB"
}

_results(gpu) := found if {
	found := rule.results with input as {"gpu": gpu} with data.org.approved_gpus as ["nvidia-l40s", "nvidia-a100"]
}
