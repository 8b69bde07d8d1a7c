# Report: kvcache-ai/ktransformers#319
# Summary: Eight DIMMs on two sockets of eight channels: 2.3 tokens a second where another machine gives 6 to 7.
# Confidence: high
# Profile: practice
# Fires: bandwidth/memory-channels
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.

server "half" {
  gpu {
    model = "nvidia-rtx-4090"
    count = 1
  }
  cpu {
    model   = "amd-epyc-7c13"
    sockets = 2
  }
  memory {
    capacity = "512GB"
    dimm {
      count = 8
      size  = "64GB"
      type  = "ddr4"
      speed = "2933MT/s"
    }
  }

  workload "inference" "chat" {
    model       = "deepseek-r1"
    weights     = "q4_k_m"
    engine      = "ktransformers"
    max_context = 4096
    concurrency = 1
    cpu_experts = true
  }
}
