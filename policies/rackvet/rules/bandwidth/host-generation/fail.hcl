# Two PCIe 5 cards in a PCIe 4 host exchange gradients over their slots.
server "one-behind" {
  # want "nvidia-h100-pcie-80gb is a PCIe 5 card, and the CPU has PCIe 4: \"small\" works over slots of 31\.5 GB/s in one direction, not 63 GB/s"
  gpu {
    model = "nvidia-h100-pcie-80gb"
    count = 2
  }
  cpu {
    model   = "intel-xeon-gold-6338"
    sockets = 2
  }
  memory {
    capacity = "256GB"
  }

  # want "2 GPUs exchange the gradients of the whole model in every step, and no link joins them"
  workload "training" "small" {
    model           = "plain-1b"
    sequence_length = 1024
    micro_batch     = 1
  }
}

# 1.1 billion parameters: each card trains a copy of its own.
model "plain-1b" {
  layers      = 22
  hidden_size = 2048
  heads       = 32
  kv_heads    = 4
  ffn_size    = 5632
  vocab_size  = 32000
}
