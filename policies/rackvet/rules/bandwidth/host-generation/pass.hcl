# Two H100 cards in a host of their own PCIe generation.
server "like-with-like" {
  gpu {
    model = "nvidia-h100-pcie-80gb"
    count = 2
  }
  cpu {
    model   = "amd-epyc-9354"
    sockets = 2
  }
  memory {
    capacity = "384GB"
  }

  workload "tasks" "docking" {
    count      = 3
    gpu_memory = "35GB"
  }
}
