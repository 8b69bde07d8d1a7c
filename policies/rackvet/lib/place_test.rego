package rackvet.lib.place_test

import data.rackvet.lib.place

test_a_written_block_is_its_own_place if {
	place.of(["gpu", "memory"], ["memory", "capacity"]) == ["memory", "capacity"]
}

test_a_block_of_the_platform_points_at_the_platform if {
	place.of(["gpu"], ["memory", "capacity"]) == ["platform"]
}
