# Report: tensorflow/tensorflow#8858
# Summary: Two cards of 250 W and a processor of 145 W restart under load on 850 W and run on 1,300.
# Confidence: high
# Profile: practice
# Fires on 850w: power/supply
# Fires not on 1300w: power/supply
# Assumed: the host memory.

server "850w" {
  gpu {
    model = "titan-xp"
    count = 2
  }
  cpu {
    model = "xeon-145w"
  }
  memory {
    capacity = "64GB"
  }
  power {
    supplies = 1
    rating   = "850W"
  }
}

server "1300w" {
  gpu {
    model = "titan-xp"
    count = 2
  }
  cpu {
    model = "xeon-145w"
  }
  memory {
    capacity = "64GB"
  }
  power {
    supplies = 1
    rating   = "1300W"
  }
}

part "gpu" "titan-xp" {
  description = "NVIDIA TITAN Xp; its own figures"
  vendor      = "nvidia"
  memory      = "12GB"
  links       = []
  pcie        = "3x16"
  tdp         = "250W"
  form_factor = "pcie"
}

part "cpu" "xeon-145w" {
  vendor          = "intel"
  sockets_max     = 2
  memory_channels = 4
  pcie_generation = 3
  pcie_lanes      = 40
  tdp             = "145W"
}
