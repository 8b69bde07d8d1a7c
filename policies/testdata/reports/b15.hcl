# Report: cBio/cbio-cluster#418 and #365
# Summary: One of four cards dies, and a task that needs all four cannot run.
# Confidence: high
# Profile: practice
# Fires: headroom/task-reserve
# Assumed: the processors, the host memory and what a task holds.

server "four" {
  gpu {
    model = "gtx-780"
    count = 4
  }
  cpu {
    model   = "xeon-115w"
    sockets = 2
  }
  memory {
    capacity = "64GB"
  }

  workload "tasks" "molecules" {
    count         = 1
    gpus_per_task = 4
    gpu_memory    = "2GB"
  }
}

part "gpu" "gtx-780" {
  description = "NVIDIA GTX 780; its own figures"
  vendor      = "nvidia"
  memory      = "3GB"
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
