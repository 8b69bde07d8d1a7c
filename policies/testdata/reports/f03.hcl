# Report: basetenlabs/truss-examples#279
# Summary: 70 billion parameters at 16 bit are served from two 80 GB cards in production.
# Confidence: high
# Profile: practice
# Fires not: headroom/gpu-memory (error)
# Assumed: SXM cards that NVLink joins, the processors and the host memory.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.
# Assumed: vLLM: the engine is not stated.

server "chat" {
  gpu {
    model = "nvidia-h100-sxm5-80gb"
    count = 2
    link  = "nvlink"
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "256GB"
  }

  workload "inference" "chat" {
    model       = "llama-3-70b"
    weights     = "bf16"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 2
    }
  }
}
