# Report: deepspeedai/DeepSpeed#3901
# Summary: 7 billion parameters at 4K on eight 40 GB cards: ZeRO-2 runs out, ZeRO-3 takes 38 GB and FSDP 23.8.
# Confidence: high
# Profile: practice
# Fires on zero2: headroom/gpu-memory
# Fires not on zero3: headroom/gpu-memory
# Fires not on fsdp: headroom/gpu-memory
# Assumed: SXM cards, the processors and the host memory.
# Assumed: full recompute under FSDP, whose figure leaves no room for more.

server "zero2" {
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

  workload "finetuning" "assistant" {
    model           = "falcon-7b"
    method          = "full"
    precision       = "bf16"
    optimizer       = "adamw"
    sequence_length = 4096
    sharding        = "zero2"
    offload         = "none"
  }
}

server "zero3" {
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

  workload "finetuning" "assistant" {
    model           = "falcon-7b"
    method          = "full"
    precision       = "bf16"
    optimizer       = "adamw"
    sequence_length = 4096
    sharding        = "zero3"
    offload         = "none"
  }
}

server "fsdp" {
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

  workload "finetuning" "assistant" {
    model           = "falcon-7b"
    method          = "full"
    precision       = "bf16"
    optimizer       = "adamw"
    sequence_length = 4096
    sharding        = "zero3"
    offload         = "none"
    recompute       = "full"
  }
}

server "zero3-offload" {
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

  workload "finetuning" "assistant" {
    model           = "falcon-7b"
    method          = "full"
    precision       = "bf16"
    optimizer       = "adamw"
    sequence_length = 4096
    sharding        = "zero3"
    offload         = "all"
  }
}
