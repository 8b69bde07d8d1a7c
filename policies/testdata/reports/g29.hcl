# Report: NVIDIA-NeMo/Megatron-Bridge#3107
# Summary: A fine-tune at the edge of 80 GB: a third to a half of its runs run out.
# Confidence: high
# Profile: practice
# Fires: headroom/gpu-memory (warning)
# Assumed: SXM cards, the processors and the host memory.
# Assumed: 4,096 tokens, one sequence at a time, sharded optimizer states and a recomputed attention core, as in the recipe of that test.

server "edge" {
  nodes = 4

  gpu {
    model = "nvidia-h100-sxm5-80gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "2TB"
  }

  workload "finetuning" "sft" {
    model           = "llama-3-70b"
    method          = "full"
    nodes           = 4
    precision       = "fp8"
    optimizer       = "adamw"
    sequence_length = 4096
    micro_batch     = 1
    recompute       = "selective"
    sharding        = "zero1"
    fused_kernels   = true

    parallelism {
      tensor   = 4
      pipeline = 4
      data     = 2
      sequence = true
    }
  }
}
