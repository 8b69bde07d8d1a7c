# Report: deepseek-ai/DeepSeek-R1#507
# Summary: 671 billion parameters at 8 bit on eight bridged 141 GB cards, 32 requests at once, with 80 % of each card.
# Confidence: high
# Profile: practice
# Fires not: headroom/gpu-memory, headroom/kv-cache (error)
# Assumed: the processors and the host memory, sound ones.
# Assumed: 4,096 tokens a request in the mean: the report gives the longest alone.

server "chat" {
  gpu {
    model  = "nvidia-h200-nvl-141gb"
    count  = 8
    link   = "nvlink-bridge"
    bridge = 4
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
    engine      = "vllm"
    utilization = 0.8
    max_context = 131072
    context     = 4096
    concurrency = 32

    parallelism {
      tensor = 8
    }
  }
}
