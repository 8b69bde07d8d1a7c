# Report: deepseek-ai/DeepSeek-R1#276
# Summary: 671 billion parameters at 8 bit on eight 96 GB cards, eight requests of 16K at once.
# Confidence: medium
# Profile: practice
# Fires not: headroom/gpu-memory (error), headroom/kv-cache (error)
# Assumed: the processors and the host memory, sound ones.
# Assumed: vLLM: the engine is not stated.

server "chat" {
  gpu {
    model = "nvidia-h20-96gb"
    count = 8
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
    max_context = 16384
    context     = 16384
    concurrency = 8

    parallelism {
      tensor = 8
    }
  }
}
