# The same render box with 32 cores: 4 a card, and both sockets filled.
server "two-small-processors" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 8
    pcie  = "4x8"
  }
  cpu {
    model   = "amd-epyc-7302"
    sockets = 2
  }
  memory {
    capacity = "512GB"
  }

  workload "tasks" "renderers" {
    count       = 7
    gpu_memory  = "16GB"
    host_memory = "24GB"
  }
}
