# Report: NVIDIA/nccl#1639
# Summary: All-reduce over eight cards of fifth generation reaches 28 GB/s.
# Confidence: high
# Profile: practice
# Fires: bandwidth/pooled-memory
# Assumed: 16 DIMMs of 32 GB; the size is not stated.
# Assumed: 70 billion parameters served over all eight: the report measures the link alone.

server "eight" {
  gpu {
    model = "nvidia-rtx-5090"
    count = 8
    link  = "pcie"
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "512GB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-70b"
    weights     = "bf16"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 8
    }
  }
}
