# Four tasks of 22 GB on four cards of 40 GB: a card takes one, and none is left
# for a fifth.
server "no-spare-card" {
  gpu {
    model = "nvidia-a100-pcie-40gb"
    count = 4
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "256GB"
  }

  workload "tasks" "docking" {
    # want "there is room for 4 tasks by card, fewer than the 5 that are asked, spare ones included"
    count      = 4
    gpu_memory = "22GB"
  }
}
