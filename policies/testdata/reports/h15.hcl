# Report: AnswerDotAI/fsdp_qlora#24
# Summary: 70 billion parameters as QLoRA peak just above 128 GB of host memory while loading; 10 GB of swap are enough.
# Confidence: high
# Profile: practice
# Fires on no-swap: ratio/host-memory | ratio/host-demand
# Fires not on swap: ratio/host-memory, ratio/host-demand
# Assumed: the processor; swap is counted as memory, which the language has no word for.
# Assumed: full recompute of activations, which such recipes have.

server "no-swap" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 2
  }
  cpu {
    model = "amd-epyc-7742"
  }
  memory {
    capacity = "128GB"
  }

  workload "finetuning" "assistant" {
    model     = "llama-2-70b"
    method    = "qlora"
    recompute = "full"
    sharding  = "zero3"
  }
}

server "swap" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 2
  }
  cpu {
    model = "amd-epyc-7742"
  }
  memory {
    capacity = "138GB"
  }

  workload "finetuning" "assistant" {
    model     = "llama-2-70b"
    method    = "qlora"
    recompute = "full"
    sharding  = "zero3"
  }
}
