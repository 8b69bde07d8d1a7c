# Report: noonghunna/club-3090#1098
# Summary: All eight channels filled: 47 % of the rated bandwidth are measured.
# Confidence: high
# Profile: practice
# Fires not: bandwidth/memory-channels

server "full" {
  gpu {
    model = "nvidia-rtx-5090"
    count = 2
  }
  cpu {
    model = "amd-threadripper-pro-3975wx"
  }
  memory {
    capacity = "256GB"
    dimm {
      count = 8
      size  = "32GB"
      type  = "ddr4"
      speed = "3000MT/s"
    }
  }
}
