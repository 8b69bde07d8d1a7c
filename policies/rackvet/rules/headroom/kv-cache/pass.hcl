# The same cards with 40 requests in flight on each: 20 GiB of cache.
server "short-queue" {
  gpu {
    model = "nvidia-l40s-48gb"
    count = 2
  }
  cpu {
    model = "amd-epyc-9124"
  }
  memory {
    capacity = "192GB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-8b"
    weights     = "bf16"
    engine      = "vllm"
    max_context = 32768
    context     = 4096
    concurrency = 80
    replicas    = 2
  }
}
