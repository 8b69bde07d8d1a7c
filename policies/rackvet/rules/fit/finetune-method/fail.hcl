# A full fine-tune of 8 billion parameters on two A100: 16 bytes a parameter are too
# many for two cards, and adapters are not.
server "two-cards-full" {
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

  # want "the fullest GPU must hold 78\.19 GiB, above 37\.42 GiB \(95 % of usable memory\)"
  workload "finetuning" "assistant" {
    model = "llama-3.1-8b"
    # want "full fine-tuning takes 78\.19 GiB of a GPU, more than 37\.42 GiB, and as lora it would take 20\.42 GiB"
    method          = "full"
    sequence_length = 2048
    micro_batch     = 1
    recompute       = "full"
    sharding        = "zero3"
  }
}
