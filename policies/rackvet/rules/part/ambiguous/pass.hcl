# The card, by its id.
server "the-card" {
  gpu {
    model = "nvidia-a100-pcie-40gb"
    count = 2
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "128GB"
  }

  workload "tasks" "docking" {
    count      = 3
    gpu_memory = "12GB"
  }
}
