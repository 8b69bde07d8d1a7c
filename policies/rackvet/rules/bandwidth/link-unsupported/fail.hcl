# An RTX 4090 has no NVLink.
server "link-that-is-not" {
  gpu {
    model = "nvidia-rtx-4090"
    count = 4
    # want "nvidia-rtx-4090 can't be joined by nvlink: it takes pcie"
    link = "nvlink"
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "192GB"
  }

  workload "tasks" "experiments" {
    count      = 3
    gpu_memory = "20GB"
  }
}
