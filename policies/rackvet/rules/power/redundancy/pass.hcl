# Two A100 on two supplies of 1600 W, of which one may fail.
server "one-may-fail" {
  gpu {
    model  = "nvidia-a100-pcie-40gb"
    count  = 2
    link   = "nvlink-bridge"
    bridge = 2
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "128GB"
  }
  power {
    supplies   = 2
    rating     = "1600W"
    redundancy = "1+1"
  }

  workload "tasks" "docking" {
    count      = 3
    gpu_memory = "12GB"
  }
}
