# Report: https://kreier.github.io/homelab/machines/jetson/hardware
# Summary: A fourth card on PCIe 1.0 x1 delays whatever crosses it.
# Confidence: medium
# Profile: practice
# Fires: bandwidth/pcie-lanes
# Assumed: RTX 3060 cards: the report has a mix; a Ryzen 9 and the host memory.
# Assumed: the slowest slot for all cards: the language has one slot for all.

server "homelab" {
  gpu {
    model = "nvidia-rtx-3060"
    count = 4
    link  = "pcie"
    pcie  = "1x1"
  }
  cpu {
    model = "amd-ryzen-9-7950x"
  }
  memory {
    capacity = "96GB"
  }
}
