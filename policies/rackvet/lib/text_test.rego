package rackvet.lib.text_test

import data.rackvet.lib.text

test_gib_prints_whole_and_broken_numbers if {
	text.gib(42949672960) == "40 GiB"
	text.gib(85520809984) == "79.65 GiB"
	text.gib(0) == "0 GiB"
}

test_times_prints_factors_as_written if {
	text.times(4, "40 GiB") == "4 × 40 GiB"
	text.times(1.5, "160 GiB") == "1.5 × 160 GiB"
}

test_percent_rounds_to_one_decimal if {
	text.percent(0.95) == "95 %"
	text.percent(0.8) == "80 %"
	text.percent(0.1234) == "12.3 %"
}
