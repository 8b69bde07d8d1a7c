# Report: vllm-project/vllm#16300
# Summary: 32 billion parameters over eight cards are quicker for one request and slower under load than over four.
# Confidence: medium
# Profile: practice
# Fires: fit/tensor-too-wide (note)
# Fires not: headroom/gpu-memory
# Assumed: SXM cards, the processors and the host memory.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.

server "eight" {
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
    model       = "qwq-32b"
    weights     = "bf16"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 8
    }
  }
}
