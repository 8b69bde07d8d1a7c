# Report: kijai/ComfyUI-FluxTrainer#208
# Summary: Training on a card of 600 W restarts the machine; the supply is not stated.
# Confidence: low
# Profile: practice
# Fires: power/unknown-limit
# Assumed: a Ryzen 9 and the host memory.

server "one" {
  gpu {
    model = "nvidia-rtx-5090"
    count = 1
  }
  cpu {
    model = "amd-ryzen-9-7950x"
  }
  memory {
    capacity = "64GB"
  }
}
