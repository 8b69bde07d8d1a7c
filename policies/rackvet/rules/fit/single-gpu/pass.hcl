# Two A100 of half the size for five docking tasks: three on one, two on the other.
server "two-cards-share" {
  gpu {
    model = "nvidia-a100-pcie-40gb"
    count = 2
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 1
  }
  memory {
    capacity = "128GB"
    ecc      = true
  }

  workload "tasks" "docking" {
    count      = 5
    gpu_memory = "12GB"
  }
}
