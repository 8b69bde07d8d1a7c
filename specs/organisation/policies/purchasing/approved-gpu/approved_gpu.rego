# METADATA
# title: GPUs that may be ordered
# description: |
#   The GPU is one of those that the company keeps drivers, spare parts and a price
#   for. The list is in data.yaml.
# related_resources:
# - description: the list
#   ref: https://intranet.example/hardware/gpus
# schemas:
# - input: schema.input
# custom:
#   levels: [error]
#   applies_to: all servers
#   since: 1.0.0
#   messages:
#     pass: "{gpu} may be ordered"
#     fail: "{gpu} is not among the GPUs that may be ordered"
#     undecided: "whether {gpu} may be ordered can't be told: nothing describes it, or it is several"
#   helps:
#     fail: "Choose one of {approved}, or ask the platform team for another."
#     undecided: Name the GPU by its id. rackvet catalog --kind gpu lists them.
package rackvet.rules.purchasing["approved-gpu"]

results contains judgement

judgement := result("undecided", input.gpu.written) if {
	not input.gpu.id
} else := result("pass", input.gpu.id) if {
	input.gpu.id in data.org.approved_gpus
} else := result("fail", input.gpu.id)

result(outcome, gpu) := {
	"outcome": outcome,
	"level": "error",
	"path": ["gpu", "model"],
	"values": {"gpu": gpu, "approved": concat(", ", data.org.approved_gpus)},
}
