# Report: noonghunna/club-3090#446
# Summary: Tensor parallelism over four 24 GB cards without NVLink passes stress and soak tests.
# Confidence: high
# Profile: practice
# Fires not: bandwidth/pooled-memory (error)
# Fires not: headroom/gpu-memory
# Assumed: the processor and the host memory.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.

server "club" {
  gpu {
    model       = "nvidia-rtx-3090"
    count       = 4
    link        = "pcie"
    power_limit = "230W"
  }
  cpu {
    model = "amd-epyc-7742"
  }
  memory {
    capacity = "256GB"
  }

  workload "inference" "chat" {
    model       = "qwen3.6-27b"
    weights     = "fp8"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 4
    }
  }
}
