# Two cards of 48 GB hold a model of 70 billion parameters in six bits: each request
# visits two.
server "two-cards-in-turn" {
  gpu {
    model = "nvidia-rtx-6000-ada"
    count = 2
    link  = "pcie"
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 1
  }
  memory {
    capacity = "256GB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-70b"
    weights     = "q6_k"
    engine      = "llama.cpp"
    max_context = 16384
    concurrency = 1
  }
}
