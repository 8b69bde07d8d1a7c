# METADATA
# title: GPUs of vendors that the company buys from
# description: Drivers, spare parts and staff are there for these vendors alone.
# schemas:
# - input: schema.input
# custom:
#   levels: [error]
#   applies_to: all servers
#   since: 1.0.0
#   evidence:
#   - {name: vendor, path: [gpu, model]}
#   messages:
#     pass: the company buys GPUs of {vendor}
#     fail: the company buys no GPUs of {vendor}
#     undecided: the vendor of the GPU is not known
package rackvet.rules.acme["approved-vendor"]

import data.org.approved

results contains {
	"outcome": outcome,
	"level": "error",
	"path": ["gpu", "model"],
	"evidence": {"vendor": input.gpu.vendor},
} if {
	outcome := {true: "pass", false: "fail"}[input.gpu.vendor in approved.vendors]
}

results contains {"outcome": "undecided", "level": "error", "path": ["gpu", "model"]} if {
	not input.gpu.vendor
}
