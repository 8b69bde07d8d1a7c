# METADATA
# title: Name that fits several parts, models or platforms
# description: |
#   Every GPU, CPU, model and platform is named so that one entry of the catalogue
#   is meant.
# schemas:
# - input: schema.input
# custom:
#   levels: [error, warning]
#   applies_to: every server
#   since: 0.1.0
#   units: {fits: count}
#   messages:
#     pass: no name fits several entries
#     fail: '"{written}" may be any of {fits} {kind}s'
#   helps:
#     fail: Write the one that is bought, {candidates}. Till then only what all of them share is known.
#     fail_several: Write which is meant, {candidates}.
package rackvet.rules.part.ambiguous

import data.rackvet.lib.words

results contains {"outcome": "pass", "level": "error", "path": []} if {
	every name in input.unresolved { not name.candidates[0] }
}

results contains {
	"outcome": "fail",
	"level": kinds[name.kind].level,
	"help": kinds[name.kind].help,
	"path": name.path,
	"values": {
		"kind": kinds[name.kind].word,
		"written": name.written,
		"fits": count(name.candidates),
		"candidates": words.alternatives(name.candidates),
	},
} if {
	some name in input.unresolved
	name.candidates[0]
}

# kinds says what a name that fits several still tells: of parts what they share,
# of the others nothing.
kinds := {
	"gpu": {"word": "GPU", "level": "warning", "help": "fail"},
	"cpu": {"word": "CPU", "level": "warning", "help": "fail_several"},
	"model": {"word": "model", "level": "error", "help": "fail_several"},
	"platform": {"word": "platform", "level": "error", "help": "fail_several"},
}
