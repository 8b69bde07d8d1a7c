# Four A100 cards on two bridges: two link domains of two cards.
server "two-pairs" {
  gpu {
    model  = "nvidia-a100-pcie-40gb"
    count  = 4
    link   = "nvlink-bridge"
    bridge = 2
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
