# What the modified RTX 4090 takes is said where the card is described.
server "limit-given" {
  gpu {
    model = "rtx-4090-48gb"
    count = 2
  }
  cpu {
    model = "amd-epyc-7543"
  }
  memory {
    capacity = "192GB"
  }
  power {
    supplies = 1
    rating   = "2000W"
  }

  workload "tasks" "experiments" {
    count      = 1
    gpu_memory = "40GB"
  }
}

part "gpu" "rtx-4090-48gb" {
  memory      = "48GB"
  links       = []
  pcie        = "4x16"
  form_factor = "pcie"
  tdp         = "450W"
}
