# A start-up's lab: four RTX 4090 for experiments that run side by side, each on
# a card of its own.
#
# Source: the sizing article that rackvet's default thresholds come from. It calls
# 192 GB of RAM "about equal" to the GPU memory; it is 2.0 times the 96 GB.
# What is right about it: a 4090 has no NVLink, and here nothing needs one. Three
# experiments leave a card for a fourth. One model over all four cards would be
# another matter: they reach one another through host memory only.
# Verdict: pass

server "startup-lab" {
  gpu {
    model = "nvidia-rtx-4090"
    count = 4
  }
  cpu {
    model = "amd-threadripper-pro-7965wx"
  }
  memory {
    capacity = "192GB"
    ecc      = true
    dimm {
      count = 8
      size  = "24GB"
      type  = "ddr5"
      speed = "5200MT/s"
    }
  }
  storage "data" {
    kind  = "nvme"
    role  = "data"
    count = 2
    size  = "4TB"
    pcie  = "4x4"
  }
  power {
    supplies = 2
    rating   = "2000W"
  }

  workload "tasks" "experiments" {
    description = "Training runs of small models, one a card"
    count       = 3
    gpu_memory  = "20GB"
    host_memory = "24GB"
  }
}
