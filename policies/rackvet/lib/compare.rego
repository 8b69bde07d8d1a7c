# METADATA
# title: Tolerant comparison
# description: |
#   Shares and ratios are quotients, and a quotient that stands exactly on a
#   limit comes out a hair to either side of it. Every rule that compares one
#   with a threshold does it here, within a relative error of 1e-9: far above
#   that of a quotient of two numbers of bytes, far below anything that matters
#   (172 bytes in 160 GiB). Limits are never negative.
package rackvet.lib.compare

# at_least holds where x reaches limit. The plain comparison comes first since
# arithmetic costs more.
at_least(x, limit) if x >= limit

at_least(x, limit) if {
	x < limit
	x >= limit * 0.999999999
}

# at_most holds where x stays within limit.
at_most(x, limit) if x <= limit

at_most(x, limit) if {
	x > limit
	x <= limit * 1.000000001
}
