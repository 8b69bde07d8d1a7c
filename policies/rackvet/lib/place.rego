# METADATA
# title: Where to point
# description: |
#   A block that the spec leaves out comes from its platform, so a result about
#   it points at the line that names the platform.
package rackvet.lib.place

# of is path where its block is written, and the platform otherwise. written is
# the names of the blocks that stand in the spec.
of(written, path) := path if path[0] in written

else := ["platform"]
