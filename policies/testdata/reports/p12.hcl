# Report: https://redlib.titolab.com/r/LocalAIServers (8x4090D build post)
# Summary: Eight cards of 425 W draw 4,600 W in all from 8,000, and have their 128 lanes of 160.
# Confidence: high
# Profile: practice
# Fires not: power/supply, bandwidth/pcie-lanes
# Assumed: EPYC 9354, of the series that is stated; the host memory.

server "eight" {
  gpu {
    model = "nvidia-rtx-4090d"
    count = 8
    link  = "pcie"
    pcie  = "4x16"
  }
  cpu {
    model   = "amd-epyc-9354"
    sockets = 2
  }
  memory {
    capacity = "768GB"
  }
  power {
    supplies = 4
    rating   = "2000W"
  }
}
