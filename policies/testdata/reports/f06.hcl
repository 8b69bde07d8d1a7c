# Report: tatsu-lab/stanford_alpaca#280
# Summary: A 7B full fine-tune with offload is well on eight 40 GB cards and at its limit on four.
# Confidence: medium
# Profile: practice
# Fires on four: headroom/gpu-memory (warning)
# Fires not on eight: headroom/gpu-memory
# Assumed: SXM cards, the processors and the host memory.
# Assumed: 512 tokens, as in that project's recipe.

server "eight" {
  gpu {
    model = "nvidia-a100-sxm4-40gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "1TB"
  }

  workload "finetuning" "alpaca" {
    model           = "llama-7b"
    method          = "full"
    precision       = "bf16"
    optimizer       = "adamw"
    micro_batch     = 3
    sequence_length = 512
    sharding        = "zero3"
    offload         = "all"
  }
}

server "four" {
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
    capacity = "1TB"
  }

  workload "finetuning" "alpaca" {
    model           = "llama-7b"
    method          = "full"
    precision       = "bf16"
    optimizer       = "adamw"
    micro_batch     = 2
    sequence_length = 512
    sharding        = "zero3"
    offload         = "all"
  }
}
