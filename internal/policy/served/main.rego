# METADATA
# title: Results of all rules, for servers of OPA
# description: >-
#   Collects what every rule says, keyed by the rule's id, and holds levels to what
#   the config allows, and to a note until a rule is in force.
package rackvet.main

# METADATA
# title: What the rules say of one server
# entrypoint: true
results[id] := held(id, found) if {
	some category, name
	found := data.rackvet.rules[category][name].results
	id := concat("/", [category, name])
	not id in data.rackvet.off # one that another rule reads is there all the same
}

# METADATA
# title: What the rules of a fleet say of all servers
# entrypoint: true
fleet[id] := held(id, found) if {
	some category, name
	found := data.rackvet.fleet[category][name].results
	id := concat("/", [category, name])
	not id in data.rackvet.off # one that another rule reads is there all the same
}

# held is what a rule gives, with no level above the most that is allowed.
held(id, found) := {lowered(result, most(id)) | some result in found} if {
	most(id)
} else := found

most(id) := "note" if {
	day := data.rackvet.metadata[id].effective_from
	time.parse_rfc3339_ns(concat("", [day, "T00:00:00Z"])) > time.now_ns()
} else := data.rackvet.caps[id]

lowered(result, level) := object.union(result, {"level": level}) if {
	rank[result.level] > rank[level]
} else := result

rank := {"note": 1, "warning": 2, "error": 3}
