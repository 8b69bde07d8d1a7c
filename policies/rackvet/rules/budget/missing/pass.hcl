# The three amounts that shares are made of, and more.
server "money-for-all" {
  gpu {
    model = "nvidia-rtx-4090"
    count = 4
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "192GB"
  }
  budget {
    currency = "USD"
    gpu      = 24000
    memory   = 1500
    storage  = 6000
    cpu      = 3500
    network  = 1500
  }

  workload "tasks" "experiments" {
    count      = 3
    gpu_memory = "20GB"
  }
}
