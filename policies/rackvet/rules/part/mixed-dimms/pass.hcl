# Sixteen DIMMs of one kind, one in each channel.
server "one-kind" {
  gpu {
    model = "nvidia-l40s"
    count = 8
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "1TB"
    dimm {
      count = 16
      size  = "64GB"
      type  = "ddr4"
      speed = "3200MT/s"
    }
  }

  workload "tasks" "rendering" {
    count      = 7
    gpu_memory = "40GB"
  }
}
