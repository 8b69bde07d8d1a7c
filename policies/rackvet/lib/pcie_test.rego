package rackvet.lib.pcie_test

import data.rackvet.lib.pcie

# The adapters that their vendors sell: 100 Gb/s in PCIe 3 x16 or PCIe 4 x8,
# 200 in PCIe 4 x16 (ConnectX-6), 400 in PCIe 5 x16 (ConnectX-7).
test_adapters_have_the_slots_that_they_are_sold_with if {
	pcie.lanes(12500000000, 3) == 16
	pcie.lanes(12500000000, 4) == 8
	pcie.lanes(25000000000, 4) == 16
	pcie.lanes(50000000000, 5) == 16
}

test_a_slot_just_wide_enough_is_wide_enough if {
	every generation in [3, 4, 5, 6, 7] {
		each := pcie.lane[generation]
		[pcie.lanes(each, generation), pcie.lanes(each + 1, generation)] == [1, 2]
		[pcie.lanes(2 * each, generation), pcie.lanes((2 * each) + 1, generation)] == [2, 4]
		[pcie.lanes(4 * each, generation), pcie.lanes((4 * each) + 1, generation)] == [4, 8]
		[pcie.lanes(8 * each, generation), pcie.lanes((8 * each) + 1, generation)] == [8, 16]
	}
}

test_no_slot_is_wider_than_x16 if pcie.lanes(100000000000, 4) == 16

# PCI-SIG: 15.75 GB/s in one direction of PCIe 3 x16, 63 of PCIe 5.
test_a_lane_is_a_sixteenth_of_the_slot if {
	round((pcie.lane[3] * 16) / 10000000) == 1575
	round((pcie.lane[5] * 16) / 1000000000) == 63
}

test_a_slot_is_written_as_in_a_spec if pcie.slot(4, 16) == "4x16"
