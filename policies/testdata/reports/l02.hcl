# Report: noonghunna/club-3090#356
# Summary: Two cards on an old board, third generation and no copies from card to card, lose a quarter to a third.
# Confidence: high
# Profile: practice
# Fires: bandwidth/pooled-memory (warning)
# Assumed: the processors and the host memory.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.

server "old-board" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 2
    link  = "pcie"
    pcie  = "3x16"
  }
  cpu {
    model   = "intel-xeon-e5-2680v4"
    sockets = 2
  }
  memory {
    capacity = "128GB"
  }

  workload "inference" "chat" {
    model       = "qwen3.6-27b"
    weights     = "int4-awq"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 2
    }
  }
}
