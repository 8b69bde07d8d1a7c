# The same four H100 with 1.1 TB, all channels filled: 3.6 ×.
server "ram-enough" {
  gpu {
    model = "nvidia-h100-pcie-80gb"
    count = 4
  }
  cpu {
    model   = "amd-epyc-9454"
    sockets = 2
  }
  memory {
    capacity = "1152GB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-8b"
    engine      = "vllm"
    max_context = 16384
    context     = 4096
    concurrency = 64
    replicas    = 4
  }
}
