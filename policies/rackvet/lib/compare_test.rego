package rackvet.lib.compare_test

import data.rackvet.lib.compare

test_a_quotient_on_the_limit_reaches_it if {
	third := 1 / 3
	compare.at_least(third + third, 2 / 3)
	compare.at_most(third + third, 2 / 3)
}

test_a_number_just_outside_does_not if {
	not compare.at_least(0.299999, 0.3)
	not compare.at_most(0.300001, 0.3)
}

test_epsilon_is_relative if {
	compare.at_least(171798691839, 171798691840)
	not compare.at_least(171798691000, 171798691840)
	compare.at_most(171798691841, 171798691840)
	not compare.at_most(171798692840, 171798691840)
}

test_a_limit_of_zero_is_exact if {
	compare.at_most(0, 0)
	not compare.at_most(1e-12, 0)
	not compare.at_least(-1e-12, 0)
}
