# METADATA
# title: PCIe slots
# description: |
#   What a lane of each PCIe generation carries, how wide a slot a device needs,
#   and a slot as a spec writes it.
package rackvet.lib.pcie

# lanes is how wide a slot has to be for so many bytes a second in one direction.
# No adapter has a slot wider than x16.
lanes(bytes, generation) := 1 if {
	bytes <= lane[generation]
} else := 2 if {
	bytes <= 2 * lane[generation]
} else := 4 if {
	bytes <= 4 * lane[generation]
} else := 8 if {
	bytes <= 8 * lane[generation]
} else := 16

# slot is a slot as a spec writes it: "4x16".
slot(generation, width) := concat("x", [format_int(generation, 10), format_int(width, 10)])

# lane is bytes a second of one lane in one direction, by generation: 2.5 and 5
# GT/s of which 8 bits in 10 are data, 8, 16 and 32 GT/s with 128 in 130, 64 and
# 128 GT/s with 242 in 256.
lane := [0, 250000000, 500000000, 984615385, 1969230769, 3938461538, 7562500000, 15125000000]
