package rackvet.lib.words_test

import data.rackvet.lib.words

test_alternatives if {
	words.alternatives([]) == ""
	words.alternatives(["a"]) == "a"
	words.alternatives(["a", "b"]) == "a or b"
	words.alternatives(["a", "b", "c"]) == "a, b or c"
}
