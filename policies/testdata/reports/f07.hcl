# Report: meta-llama/llama-cookbook#100
# Summary: A 7B full fine-tune takes 27 to 29 GB a card on four of 40 GB; on eight of 24 GB it runs out while it is wrapped.
# Confidence: high
# Profile: practice
# Fires on eight-24gb: headroom/gpu-memory
# Fires not on four-40gb: headroom/gpu-memory
# Assumed: SXM cards and, of 24 GB, RTX 3090 as in the thread; the processors and the host memory.
# Assumed: one sequence of 512 tokens: 27 GB of states leave at most 2 GB of what was measured for activations.

server "four-40gb" {
  gpu {
    model = "nvidia-a100-sxm4-40gb"
    count = 4
    link  = "nvlink"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "512GB"
  }

  workload "finetuning" "assistant" {
    model           = "llama-2-7b"
    method          = "full"
    precision       = "bf16"
    optimizer       = "adamw"
    sequence_length = 512
    micro_batch     = 1
    sharding        = "zero3"
  }
}

server "eight-24gb" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 8
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "512GB"
  }

  workload "finetuning" "assistant" {
    model           = "llama-2-7b"
    method          = "full"
    precision       = "bf16"
    optimizer       = "adamw"
    sequence_length = 512
    micro_batch     = 1
    sharding        = "zero3"
  }
}
