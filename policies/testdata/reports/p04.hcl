# Report: huggingface/pytorch-image-models#965
# Summary: One card of 320 W shuts an 850 W machine down, by transients it seems.
# Confidence: medium
# Profile: practice
# Fires not: power/supply
# Assumed: a Ryzen 9 and the host memory.

server "one" {
  gpu {
    model = "nvidia-rtx-3080"
    count = 1
  }
  cpu {
    model = "amd-ryzen-9-7950x"
  }
  memory {
    capacity = "64GB"
  }
  power {
    supplies = 1
    rating   = "850W"
  }
}
