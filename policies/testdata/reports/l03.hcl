# Report: noonghunna/club-3090#178
# Summary: One of two cards on PCIe 2.0 x4: decoding keeps 77 % of its speed.
# Confidence: high
# Profile: practice
# Fires: bandwidth/pcie-lanes (warning)
# Fires not: bandwidth/pcie-lanes (error)
# Assumed: the processor and the host memory.
# Assumed: the slower slot for both cards: the language has one slot for all.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.

server "slow-slot" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 2
    link  = "pcie"
    pcie  = "2x4"
  }
  cpu {
    model = "intel-xeon-e5-2680v4"
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
