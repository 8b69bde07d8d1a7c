# Report: https://pugetsystems.com/labs/hpc/PCIe-X16-vs-X8-with-4-x-Titan-V-GPUs-for-Machine-Learning-1167
# Summary: Four cards train pictures and text as well over x8 slots as over x16.
# Confidence: medium
# Profile: practice
# Fires not: bandwidth/pcie-lanes
# Assumed: the processor; the models trained are small and not named.

server "x8" {
  gpu {
    model = "titan-v"
    count = 4
    pcie  = "3x8"
  }
  cpu {
    model   = "intel-xeon-gold-6148"
    sockets = 1
  }
  memory {
    capacity = "256GB"
  }
}

part "gpu" "titan-v" {
  description      = "NVIDIA TITAN V; its own figures"
  vendor           = "nvidia"
  memory           = "12GB"
  memory_bandwidth = "652.8GB/s"
  links            = []
  pcie             = "3x16"
  peer_to_peer     = true
  tdp              = "250W"
  form_factor      = "pcie"
}
