# Nine tenths of the money in GPUs leave little for what feeds them.
server "all-in-gpus" {
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
    # want "GPUs take 90 % of a node's money, and should take at most 70 %"
    gpu = 90000
    # want "memory and storage take 5 % of a node's money, and should take at least 20 %"
    memory  = 2000
    storage = 3000
    cpu     = 4000
    network = 1000
  }

  workload "tasks" "experiments" {
    count      = 3
    gpu_memory = "20GB"
  }
}
