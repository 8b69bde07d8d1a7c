# Report: sgl-project/sglang#5146
# Summary: Eight cards of 200 W shut down as a response ends; the supply is not stated.
# Confidence: low
# Profile: practice
# Fires: power/unknown-limit
# Assumed: the processor and the host memory.

server "eight" {
  gpu {
    model = "rtx-3060ti"
    count = 8
  }
  cpu {
    model   = "amd-epyc-7742"
    sockets = 1
  }
  memory {
    capacity = "128GB"
  }
}

part "gpu" "rtx-3060ti" {
  description = "NVIDIA RTX 3060 Ti; its own figures"
  vendor      = "nvidia"
  memory      = "8GB"
  links       = []
  pcie        = "4x16"
  tdp         = "200W"
  form_factor = "pcie"
}
