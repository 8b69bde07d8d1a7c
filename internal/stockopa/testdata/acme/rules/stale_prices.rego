# METADATA
# title: Prices that are out of date
# description: A price list holds for ten years, which is long enough for this test.
# schemas:
# - input: schema.input
# custom:
#   levels: [note]
#   unit: seconds
#   bound: max
#   applies_to: all servers
#   since: 1.0.0
#   messages:
#     pass: the price list is in date
#     fail: the price list is out of date
package rackvet.rules.acme["stale-prices"]

results contains {
	"outcome": outcome,
	"level": "note",
	"path": [],
	"observed": years * 31536000,
	"limit": 10 * 31536000,
} if {
	age := time.now_ns() - time.parse_rfc3339_ns(data.org.approved.priced)
	years := floor(age / (1000000000 * 31536000))
	outcome := {true: "pass", false: "fail"}[years <= 10]
}
