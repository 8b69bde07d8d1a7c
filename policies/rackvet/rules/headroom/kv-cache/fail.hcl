# Llama 3.1 8B on each of two L40S: a request of 32,768 tokens fits, and 96 of 4,096 at
# once do not. vLLM starts, and lets more than half of them wait.
server "long-queue" {
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

  # want "96 requests of 4096 tokens take 48 GiB of cache on a GPU that has [0-9.]+ GiB left: some must wait"
  workload "inference" "chat" {
    model       = "llama-3.1-8b"
    weights     = "bf16"
    engine      = "vllm"
    max_context = 32768
    context     = 4096
    concurrency = 192
    replicas    = 2
  }
}
