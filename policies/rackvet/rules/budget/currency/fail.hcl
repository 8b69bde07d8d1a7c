# 36,500 of what?
server "money-without-a-name" {
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
  # want "the budget of 36,500 a node has no currency"
  budget {
    gpu     = 24000
    memory  = 1500
    storage = 6000
    cpu     = 3500
    network = 1500
  }

  workload "tasks" "experiments" {
    count      = 3
    gpu_memory = "20GB"
  }
}
