package rackvet.lib.places_test

import data.rackvet.lib.places

test_gpu_whose_memory_is_not_known if {
	places.gpu_memory == places.gpu with input as {"gpu": {"count": 2}}
}

test_no_gpu_whose_memory_is_known if {
	places.gpu_memory == [] with input as {"gpu": {"usable_bytes": 85899345920}}
}
