# Six nodes that serve, and none that takes over.
server "assistant" {
  # want "nvidia-l40s: 0 spare for 6 nodes at work, which ask for 1"
  nodes = 6
  gpu {
    model = "nvidia-l40s"
    count = 4
  }
  cpu {
    model   = "amd-epyc-9354"
    sockets = 2
  }
  memory {
    capacity = "384GB"
  }
  power {
    supplies   = 2
    rating     = "2000W"
    redundancy = "1+1"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-8b"
    engine      = "vllm"
    max_context = 8192
    context     = 2048
    concurrency = 64
    replicas    = 4
  }
}
