# Report: https://thinksmart.life/research/posts/gpu-rig-budget-vs-pro
# Summary: Four cards on a mining board for 3,487 USD and on a server board for 4,314.
# Confidence: medium
# Profile: practice
# Fires on mining-board: ratio/host-memory | ratio/host-demand, bandwidth/pcie-lanes, budget/split
# Fires on server-board: ratio/host-memory | ratio/host-demand
# Assumed: the processors.
# Assumed: what is not for GPUs as one sum.

server "mining-board" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 4
    link  = "pcie"
    pcie  = "3x1"
  }
  cpu {
    model = "amd-ryzen-9-7950x"
  }
  memory {
    capacity = "16GB"
  }
  network "office" {
    kind  = "ethernet"
    role  = "management"
    ports = 1
    speed = "1Gb/s"
  }
  budget {
    currency = "USD"
    gpu      = 2999
    other    = 488
  }
}

server "server-board" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 4
    link  = "pcie"
    pcie  = "4x16"
  }
  cpu {
    model = "amd-epyc-7282"
  }
  memory {
    capacity = "32GB"
  }
  budget {
    currency = "USD"
    gpu      = 3019
    other    = 1295
  }
}
