# Three tasks of 22 GB on four cards of 40 GB leave a card for a fourth.
server "a-card-to-spare" {
  gpu {
    model = "nvidia-a100-pcie-40gb"
    count = 4
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "256GB"
  }

  workload "tasks" "docking" {
    count      = 3
    gpu_memory = "22GB"
  }
}
