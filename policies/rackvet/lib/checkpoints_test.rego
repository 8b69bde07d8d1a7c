package rackvet.lib.checkpoints_test

import data.rackvet.lib.checkpoints

test_sharded_states_are_written_by_all_nodes if {
	every sharding in ["zero1", "zero2", "zero3"] {
		checkpoints.writers(object.union(_run(1, 1, 1), {"sharding": sharding})) == 4
	}
}

test_copies_are_written_by_the_nodes_of_one if {
	checkpoints.writers(object.union(_run(8, 1, 1), {"sharding": "none"})) == 1
	checkpoints.writers(_run(8, 2, 1)) == 2
	checkpoints.writers(_run(8, 1, 3)) == 3
	checkpoints.writers(_run(8, 8, 1)) == 4
}

_run(tensor, pipeline, expert) := {
	"nodes": 4,
	"gpus": 8,
	"parallelism": {"tensor": tensor, "pipeline": pipeline, "expert": expert},
}
