# METADATA
# title: Workloads and turns
# description: |
#   What rules ask of a workload's method, and what the demand of a turn is made of.
# schemas:
# - input: schema.input
package rackvet.lib.workloads

# adapters holds for a run that trains adapters of a model, and not the whole.
adapters(workload) if workload.method in {"lora", "qlora"}

# components is what makes up a turn on one side, "gpu" or "host": the parts of its
# one workload, or its workloads.
components(turn, side) := [component |
	some workload in input.workloads
	component := {
		"name": concat(" ", [workload.kind, workload.name]),
		"bytes": workload[side].bytes,
		"path": workload.path,
	}
] if {
	turn.workloads[1]
} else := workload[side].components if {
	some workload in input.workloads
	workload.path == turn.path
} else := []
