# Report: noonghunna/club-3090#142 and #158
# Summary: Two 24 GB cards serve as fast over x8 slots as over x16, and over x4 with copies from card to card.
# Confidence: high
# Profile: practice
# Fires not on x8: bandwidth/pcie-lanes
# Fires not on x4: bandwidth/pcie-lanes (error)
# Fires not: ratio/host-memory (error), ratio/host-demand (error)
# Assumed: a Ryzen 9: the report says a desktop processor.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.

server "x8" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 2
    link  = "pcie"
    pcie  = "4x8"
  }
  cpu {
    model = "amd-ryzen-9-7950x"
  }
  memory {
    capacity = "62GB"
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

server "x4" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 2
    link  = "pcie"
    pcie  = "4x4"
  }
  cpu {
    model = "amd-ryzen-9-7950x"
  }
  memory {
    capacity = "62GB"
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
