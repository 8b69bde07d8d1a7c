# One A100 for five docking tasks: they fit, and all of them stop when the card does.
server "one-card-for-all" {
  gpu {
    model = "nvidia-a100-pcie-80gb"
    count = 1
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 1
  }
  memory {
    capacity = "128GB"
    ecc      = true
  }

  # want "one GPU carries 5 tasks at once, and nothing runs while it is out"
  workload "tasks" "docking" {
    count      = 5
    gpu_memory = "12GB"
  }
}
