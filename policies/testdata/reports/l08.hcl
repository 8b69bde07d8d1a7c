# Report: NVIDIA/nccl#1309 (same cause: #1086, #1130)
# Summary: Cards without copies from card to card are slower under one switch than across sockets.
# Confidence: high
# Profile: practice
# Fires: bandwidth/pooled-memory
# Assumed: the processors and the host memory.
# Assumed: 70 billion parameters served over all four: the report measures the link alone.

server "switch" {
  gpu {
    model    = "nvidia-rtx-4090"
    count    = 4
    link     = "pcie"
    switches = 1
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "192GB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-70b"
    weights     = "int4-awq"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 4
    }
  }
}
