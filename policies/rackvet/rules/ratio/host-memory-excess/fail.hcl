# 3 TB of RAM for four H100 that serve a model of 8 billion parameters.
server "ram-for-its-own-sake" {
  gpu {
    model = "nvidia-h100-pcie-80gb"
    count = 4
  }
  cpu {
    model   = "amd-epyc-9454"
    sockets = 2
  }
  memory {
    # want "host memory is 9\.6 × GPU memory, above 4 ×, and the workloads take at most [0-9.]+ GiB of 3072 GiB"
    capacity = "3TB"
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
