# Report: https://www.pugetsystems.com/labs/hpc/quad-rtx3090-gpu-wattage-limited-maxq-tensorflow-performance-1974/
# Summary: Four cards capped at 280 W keep 95 % of their speed and stay inside one supply.
# Confidence: high
# Profile: practice
# Fires not: power/supply (error)
# Assumed: a supply of 1,600 W and that processor, as in the same shop's test of four such cards at 300 W, which calls that supply too small for long use; the report names neither.

server "capped" {
  gpu {
    model       = "nvidia-rtx-3090"
    count       = 4
    pcie        = "3x16"
    power_limit = "280W"
    switches    = 2
  }
  cpu {
    model = "intel-xeon-w-2255"
    cores = 10
  }
  memory {
    capacity = "192GB"
  }
  power {
    supplies = 1
    rating   = "1600W"
  }
}

part "cpu" "intel-xeon-w-2255" {
  vendor          = "intel"
  sockets_max     = 1
  memory_channels = 4
  pcie_generation = 3
  pcie_lanes      = 48
  tdp             = "165W"
}
