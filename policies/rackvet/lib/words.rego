# METADATA
# title: Words
# description: Lists as sentences have them.
package rackvet.lib.words

# alternatives joins names as in "a, b or c".
alternatives(names) := concat(" or ", [concat(", ", array.slice(names, 0, count(names) - 1)), names[count(names) - 1]]) if {
	count(names) > 1
} else := concat("", names)
