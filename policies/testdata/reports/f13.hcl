# Report: sgl-project/sglang#3344
# Summary: 671 billion parameters at 8 bit on two nodes of eight 80 GB cards have room for 128K.
# Confidence: medium
# Profile: practice
# Fires not: headroom/gpu-memory, headroom/kv-cache
# Assumed: SXM cards, the processors and the host memory.

server "chat" {
  nodes = 2

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

  workload "inference" "chat" {
    model       = "deepseek-r1"
    weights     = "fp8"
    engine      = "sglang"
    nodes       = 2
    max_context = 131072
    concurrency = 1

    parallelism {
      tensor = 16
    }
  }
}
