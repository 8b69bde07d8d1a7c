# Adapters for 8 billion parameters on two A100, and a full fine-tune of one billion.
server "two-cards-adapters" {
  gpu {
    model  = "nvidia-a100-pcie-40gb"
    count  = 2
    link   = "nvlink-bridge"
    bridge = 2
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 1
  }
  memory {
    capacity = "256GB"
  }

  workload "finetuning" "assistant" {
    model           = "llama-3.1-8b"
    method          = "lora"
    sequence_length = 2048
    micro_batch     = 1
    recompute       = "full"
    sharding        = "zero3"
  }

  workload "finetuning" "small" {
    model           = "llama-3.2-1b"
    method          = "full"
    sequence_length = 2048
    micro_batch     = 1
    recompute       = "full"
    sharding        = "zero3"
  }
}
