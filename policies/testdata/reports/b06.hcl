# Report: https://docs.nvidia.com/nim/large-language-models/1.3.0/support-matrix.html
# Summary: The vendor of a serving container asks 131 GB of host memory for 70 billion parameters.
# Confidence: high
# Profile: practice
# Fires on 64gb: ratio/host-memory | ratio/host-demand
# Fires not on 192gb: ratio/host-memory, ratio/host-demand
# Assumed: four L40S, the processor.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.

server "64gb" {
  gpu {
    model = "nvidia-l40s"
    count = 4
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "64GB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-70b"
    weights     = "bf16"
    engine      = "tensorrt-llm"
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 4
    }
  }
}

server "192gb" {
  gpu {
    model = "nvidia-l40s"
    count = 4
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "192GB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-70b"
    weights     = "bf16"
    engine      = "tensorrt-llm"
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 4
    }
  }
}
