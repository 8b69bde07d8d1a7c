# Report: https://kentino.com/sk/blogs/ai-corner/case-study-4x-rtx-4090-ai-workstation
# Summary: A box of four 24 GB cards serves 70 billion parameters at 4 bit with 80 % of each card.
# Confidence: medium
# Profile: practice
# Fires not: headroom/gpu-memory
# Fires not: bandwidth/pooled-memory (error)
# Assumed: the processor and the host memory.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.

server "workstation" {
  gpu {
    model = "nvidia-rtx-4090"
    count = 4
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "192GB"
  }

  workload "inference" "chat" {
    model       = "llama-3.3-70b"
    weights     = "int4-awq"
    engine      = "vllm"
    utilization = 0.8
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 4
    }
  }
}
