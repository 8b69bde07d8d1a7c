# Report: vllm-project/vllm#7553
# Summary: 34 billion parameters on four 24 GB cards: graphs take 2.4 GiB a card beyond the share that the engine was given.
# Confidence: high
# Profile: practice
# Fires: headroom/gpu-memory (warning)
# Assumed: the processor and the host memory.

server "yi" {
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
    model       = "yi-34b"
    weights     = "bf16"
    engine      = "vllm"
    utilization = 0.9
    max_context = 2048
    context     = 2048
    concurrency = 4

    parallelism {
      tensor = 4
    }
  }
}
