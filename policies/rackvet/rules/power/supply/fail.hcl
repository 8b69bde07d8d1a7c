# The same four cards on one supply of 1600 W go down under load.
server "four-cards-one-supply" {
  gpu {
    model = "nvidia-rtx-4090"
    count = 4
  }
  cpu {
    model = "amd-threadripper-pro-7965wx"
  }
  memory {
    capacity = "192GB"
  }
  power {
    supplies = 1
    # want "the build takes 2472 W, more than the 1600 W that its supplies give"
    rating = "1600W"
  }

  workload "tasks" "experiments" {
    count      = 3
    gpu_memory = "20GB"
  }
}
