# METADATA
# title: Results of all rules
# description: Collects what every rule says of the server, keyed by the rule's id, and does nothing else.
package rackvet.main

# METADATA
# entrypoint: true
results[id] := found if {
	some category, name
	found := data.rackvet.rules[category][name].results
	id := concat("/", [category, name])
}
