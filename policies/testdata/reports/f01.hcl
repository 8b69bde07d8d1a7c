# Report: vllm-project/vllm#6689
# Summary: 405 billion parameters at 8 bit serve on eight 80 GB cards with requests of 4,096 tokens.
# Confidence: high
# Profile: practice
# Fires not: headroom/gpu-memory (error)
# Fires not: fit/precision (error)
# Assumed: SXM cards, the processors and the host memory.

server "chat" {
  gpu {
    model = "nvidia-a100-sxm4-80gb"
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

  workload "inference" "chat" {
    model       = "llama-3.1-405b"
    weights     = "fp8"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 8
    }
  }
}
