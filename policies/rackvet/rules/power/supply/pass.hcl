# Four RTX 4090 and a Threadripper PRO on two supplies of 2000 W: 2.5 of 4 kW.
server "enough-power" {
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
    supplies = 2
    rating   = "2000W"
  }

  workload "tasks" "experiments" {
    count      = 3
    gpu_memory = "20GB"
  }
}
