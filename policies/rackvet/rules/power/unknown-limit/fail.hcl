# An RTX 4090 that a workshop gave 48 GB, and nobody says what it takes.
server "limit-not-given" {
  gpu {
    # want "the power limit of rtx-4090-48gb is not known, and the power supplies can't be judged without it"
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
}
