# A card for players: fast, and not ours to keep running.
server "workstation" {
  gpu {
    # want "nvidia-rtx-4090 is not among the GPUs that may be ordered"
    model = "nvidia-rtx-4090"
    count = 2
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "256GB"
  }
}
