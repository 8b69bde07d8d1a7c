# Report: vllm-project/vllm#3285
# Summary: A mixture of eight experts fills four 24 GB cards at 16 bit; at 4 bit it runs.
# Confidence: high
# Profile: practice
# Fires on fp16: headroom/gpu-memory
# Fires not on awq: headroom/gpu-memory
# Assumed: the processor and the host memory.

server "fp16" {
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
    model       = "mixtral-8x7b"
    weights     = "fp16"
    engine      = "vllm"
    utilization = 0.9
    max_context = 1000
    concurrency = 1

    parallelism {
      tensor = 4
    }
  }
}

server "awq" {
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
    model       = "mixtral-8x7b"
    weights     = "int4-awq"
    engine      = "vllm"
    utilization = 0.9
    max_context = 1000
    concurrency = 1

    parallelism {
      tensor = 4
    }
  }
}
