# Report: kvcache-ai/ktransformers#231, #194, #188
# Summary: 256 GB do not hold the 382 GB of 671 billion parameters at 4 bit, whatever the cards have.
# Confidence: high
# Profile: practice
# Fires: ratio/host-memory | ratio/host-demand
# Assumed: the processors.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.

server "two-l40s" {
  gpu {
    model = "nvidia-l40s"
    count = 2
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "256GB"
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

server "eight-4090" {
  gpu {
    model = "nvidia-rtx-4090"
    count = 8
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "256GB"
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
