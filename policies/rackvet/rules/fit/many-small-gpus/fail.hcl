# Six RTX 4090 hold a model of 70 billion parameters in eight bits, its layers divided
# among them. It works, and each request visits six cards one after the other.
server "six-cards-in-turn" {
  gpu {
    model = "nvidia-rtx-4090"
    count = 6
    link  = "pcie"
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 1
  }
  memory {
    capacity = "256GB"
  }

  # want "one copy of the model is spread over 6 GPUs of 24 GiB that no link joins, and 2 of 80 GiB would hold it"
  workload "inference" "chat" {
    model       = "llama-3.1-70b"
    weights     = "q8_0"
    engine      = "llama.cpp"
    max_context = 16384
    concurrency = 1
  }
}
