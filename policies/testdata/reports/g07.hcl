# Report: Graph-COM/SubgraphRAG#19
# Summary: An 8B model at its full length on a 24 GB card; it starts with 39,000 tokens.
# Confidence: high
# Profile: practice
# Fires on full-length: headroom/gpu-memory | headroom/kv-cache
# Fires not on short: headroom/gpu-memory (error)
# Fires not on short: headroom/kv-cache (error)
# Assumed: the processor and the host memory.

server "full-length" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 2
  }
  cpu {
    model = "amd-epyc-7742"
  }
  memory {
    capacity = "128GB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-8b"
    weights     = "bf16"
    engine      = "vllm"
    max_context = 131072
    concurrency = 1
    gpus        = 1

    parallelism {
      tensor = 1
    }
  }
}

server "short" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 2
  }
  cpu {
    model = "amd-epyc-7742"
  }
  memory {
    capacity = "128GB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-8b"
    weights     = "bf16"
    engine      = "vllm"
    max_context = 39000
    concurrency = 1
    gpus        = 1

    parallelism {
      tensor = 1
    }
  }
}
