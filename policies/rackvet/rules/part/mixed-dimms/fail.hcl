# A DIMM in each channel, but the second half was bought smaller.
server "two-sizes" {
  gpu {
    model = "nvidia-l40s"
    count = 8
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "768GB"
    dimm {
      count = 8
      size  = "64GB"
      type  = "ddr4"
    }
    dimm {
      count = 8
      # want "DIMMs of 32 GiB and 64 GiB are mixed, and the channels hold unlike amounts"
      size = "32GB"
      type = "ddr4"
    }
  }

  workload "tasks" "rendering" {
    count      = 7
    gpu_memory = "40GB"
  }
}
