# Report: vllm-project/vllm#16570
# Summary: A vision model of 73 billion parameters leaves almost nothing for its cache on four 40 GB cards.
# Confidence: high
# Profile: practice
# Fires: headroom/gpu-memory
# Assumed: SXM cards, the processors and the host memory.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.

server "vision" {
  gpu {
    model = "nvidia-a100-sxm4-40gb"
    count = 4
    link  = "nvlink"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "256GB"
  }

  workload "inference" "vision" {
    model       = "qwen2.5-vl-72b"
    weights     = "bf16"
    engine      = "vllm"
    utilization = 0.95
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 4
    }
  }
}
