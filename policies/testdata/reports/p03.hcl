# Report: pytorch/pytorch#3022
# Summary: Four cards of 250 W and two processors of 115 W crash on redundant supplies of 1,600 W; the cause is disputed.
# Confidence: low
# Profile: practice
# Fires: power/supply (warning)
# Assumed: the host memory.

server "four" {
  gpu {
    model = "gtx-1080ti"
    count = 4
  }
  cpu {
    model   = "xeon-115w"
    sockets = 2
  }
  memory {
    capacity = "128GB"
  }
  power {
    supplies   = 2
    rating     = "1600W"
    redundancy = "1+1"
  }
}

part "gpu" "gtx-1080ti" {
  description = "NVIDIA GTX 1080 Ti; its own figures"
  vendor      = "nvidia"
  memory      = "11GB"
  links       = []
  pcie        = "3x16"
  tdp         = "250W"
  form_factor = "pcie"
}

part "cpu" "xeon-115w" {
  vendor          = "intel"
  sockets_max     = 2
  memory_channels = 4
  pcie_generation = 3
  pcie_lanes      = 40
  tdp             = "115W"
}
