# METADATA
# title: Places that results point to
# description: |
#   What can't be decided points to the part it can't be decided for, so that it is
#   told with the complaint about a part that is not known.
# schemas:
# - input: schema.input
package rackvet.lib.places

gpu := [{"path": ["gpu", "model"], "message": "the GPU in question"}]

cpu := [{"path": ["cpu", "model"], "message": "the CPU in question"}]

# gpu_memory is the GPU where its memory is what is not known.
gpu_memory := gpu if {
	not input.gpu.usable_bytes
} else := []
