# Eight H100 train in fp8, and serve a model whose weights are in fp8 besides.
server "hopper-in-fp8" {
  platform = "nvidia-dgx-h100"

  workload "finetuning" "assistant" {
    model           = "llama-3.1-8b"
    precision       = "fp8"
    sequence_length = 4096
    micro_batch     = 1
    recompute       = "selective"
    sharding        = "zero3"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-70b"
    weights     = "fp8"
    kv_cache    = "fp8"
    max_context = 16384
    context     = 4096
    concurrency = 64
    replicas    = 4

    parallelism {
      tensor = 2
    }
  }
}
