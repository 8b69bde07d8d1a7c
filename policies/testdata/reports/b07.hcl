# Report: kvcache-ai/ktransformers#951
# Summary: 671 billion parameters at 8 bit do not run from 640 GB; at 4 bit they do.
# Confidence: high
# Profile: practice
# Fires on fp8: ratio/host-memory | ratio/host-demand
# Fires not on q4: ratio/host-memory, ratio/host-demand
# Assumed: the processors.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.

server "fp8" {
  gpu {
    model = "nvidia-l40"
    count = 1
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "640GB"
  }

  workload "inference" "chat" {
    model       = "deepseek-r1"
    weights     = "fp8"
    engine      = "ktransformers"
    max_context = 4096
    concurrency = 1
    cpu_experts = true
  }
}

server "q4" {
  gpu {
    model = "nvidia-l40"
    count = 1
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "640GB"
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
