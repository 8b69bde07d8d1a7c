# Report: NVIDIA-NeMo/Automodel#2673
# Summary: A recipe made for 141 GB cards overflows 80 GB: 17.5 GB of states and 52 GB of activations.
# Confidence: high
# Profile: practice
# Fires: headroom/gpu-memory
# Assumed: SXM cards, the processors and the host memory.

server "recipe" {
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

  workload "finetuning" "squad" {
    model           = "llama-3.3-70b"
    method          = "full"
    nodes           = 4
    precision       = "bf16"
    optimizer       = "adamw"
    master          = "none"
    sequence_length = 1024
    micro_batch     = 4
    sharding        = "zero3"

    parallelism {
      pipeline = 8
      data     = 4
    }
  }
}
