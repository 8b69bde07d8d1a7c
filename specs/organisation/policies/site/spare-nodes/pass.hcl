# Six nodes that serve, and one that takes over.
server "assistant" {
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

server "assistant-spare" {
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
}
