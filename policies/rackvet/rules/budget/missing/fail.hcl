# Cards and CPU were quoted, memory and drives come from elsewhere.
server "money-for-some" {
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
  # want "the budget gives nothing for memory and storage, and its split can't be judged without"
  budget {
    currency = "USD"
    gpu      = 24000
    cpu      = 3500
    network  = 1500
  }

  workload "tasks" "experiments" {
    count      = 3
    gpu_memory = "20GB"
  }
}
