# Report: https://redlib.hyperreal.coffee/r/LocalLLaMA/search?q=cpu+inference&restrict_sr=on (r/LocalLLaMA, EPYC 9355P build)
# Summary: A board with eight slots for a processor of twelve channels, chosen for its PCIe slots.
# Confidence: high
# Profile: practice
# Fires: bandwidth/memory-channels (note)
# Fires not: bandwidth/memory-channels (error)

server "eight-slots" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 4
    link  = "pcie"
  }
  cpu {
    model = "amd-epyc-9355p"
  }
  memory {
    capacity = "256GB"
    dimm {
      count = 8
      size  = "32GB"
      type  = "ddr5"
      speed = "5600MT/s"
    }
  }
}
