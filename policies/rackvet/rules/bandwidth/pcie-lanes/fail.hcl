# Four cards on the risers of a mining board.
server "risers" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 4
    # want "each GPU has a slot of x1, and should have at least x8"
    pcie = "3x1"
  }
  cpu {
    model = "amd-epyc-7302P"
  }
  memory {
    capacity = "192GB"
  }

  workload "tasks" "experiments" {
    count      = 3
    gpu_memory = "20GB"
  }
}

# Four cards on a desktop's processor, which has lanes for two at x8.
server "desktop" {
  gpu {
    model = "nvidia-rtx-4090"
    # want "GPUs ask for 32 PCIe lanes with the GPUs at x8, and the CPUs have 16 for them"
    count = 4
  }
  cpu {
    model = "amd-ryzen-9-7950x"
  }
  memory {
    capacity = "192GB"
  }

  workload "tasks" "experiments" {
    count      = 3
    gpu_memory = "20GB"
  }
}
