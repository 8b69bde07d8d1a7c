# One supply of 1600 W can't be redundant.
server "spare-not-ordered" {
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
    supplies = 1
    rating   = "1600W"
    # want "redundancy 1\+1 counts 2 power supplies, more than the server's 1"
    redundancy = "1+1"
  }

  workload "tasks" "docking" {
    count      = 3
    gpu_memory = "12GB"
  }
}
