# Molecular docking: two A100 40 GB joined by an NVLink bridge carry three tasks
# that run side by side, with room for a fourth.
#
# Source: the sizing article that rackvet's default thresholds come from; its
# case of a docking platform. 128 GB of RAM is 1.6 times the 80 GB on the cards.
# Verdict: pass

server "docking" {
  description = "Docking platform, one node"

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
    ecc      = true
    dimm {
      count = 16
      size  = "8GB"
      type  = "ddr4"
      speed = "3200MT/s"
    }
  }
  storage "scratch" {
    kind  = "nvme"
    role  = "scratch"
    count = 2
    size  = "3.84TB"
    pcie  = "4x4"
  }
  power {
    supplies   = 2
    rating     = "1600W"
    redundancy = "1+1"
  }

  # The tasks don't exchange anything: the bridge is for larger jobs to come.
  workload "tasks" "docking" {
    count      = 3
    gpu_memory = "12GB"
  }
}
