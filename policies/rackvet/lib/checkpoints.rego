# METADATA
# title: Checkpoints of a training run
# description: |
#   How the nodes of a run divide the writing of its checkpoints.
package rackvet.lib.checkpoints

# writers is how many nodes divide a checkpoint: all where states are sharded, else
# those that hold one copy of the model.
writers(workload) := workload.nodes if {
	workload.sharding in {"zero1", "zero2", "zero3"}
} else := min([workload.nodes, ceil(copy / workload.gpus)]) if {
	copy := (workload.parallelism.tensor * workload.parallelism.pipeline) * workload.parallelism.expert
}
