# Which A100 of 40 GB: the card with a bridge, or the module on a switch?
server "which" {
  gpu {
    # want "\"A100 40GB\" may be any of 2 GPUs"
    model = "A100 40GB"
    count = 2
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "128GB"
  }

  workload "tasks" "docking" {
    count      = 3
    gpu_memory = "12GB"
  }
}
