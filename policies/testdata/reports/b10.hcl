# Report: deepseek-ai/DeepSeek-R1#354
# Summary: 671 billion parameters on A100: no 8 bit arithmetic, and 1.4 TB at 16 bit.
# Confidence: high
# Profile: practice
# Fires on eight-fp8: headroom/gpu-memory, fit/precision
# Fires not on thirty-two-bf16: headroom/gpu-memory
# Assumed: SXM cards, the processors and the host memory.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.

server "eight-fp8" {
  nodes = 1

  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "1TB"
  }

  workload "inference" "chat" {
    model       = "deepseek-v3"
    weights     = "fp8"
    engine      = "vllm"
    nodes       = 1
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 8
    }
  }
}

server "thirty-two-bf16" {
  nodes = 4

  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "1TB"
  }

  workload "inference" "chat" {
    model       = "deepseek-v3"
    weights     = "bf16"
    engine      = "vllm"
    nodes       = 4
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor   = 8
      pipeline = 4
    }
  }
}
