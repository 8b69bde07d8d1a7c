# Report: noonghunna/club-3090#895
# Summary: Three cards report x8, and the one behind the chipset moves half as much.
# Confidence: high
# Profile: practice
# Fires: bandwidth/pcie-lanes
# Assumed: a Ryzen 9, since the third slot hangs off a chipset; the host memory.

server "chipset" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 3
    link  = "pcie"
    pcie  = "4x8"
  }
  cpu {
    model = "amd-ryzen-9-7950x"
  }
  memory {
    capacity = "128GB"
  }
}
