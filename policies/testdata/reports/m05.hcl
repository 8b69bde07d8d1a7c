# Report: ggml-org/llama.cpp#11744
# Summary: 70 billion parameters run from sixteen DIMMs on 24 channels at 2.4 to 4.3 tokens a second, by page placement.
# Confidence: medium
# Profile: practice
# Fires: bandwidth/memory-channels (warning)
# Assumed: an L4, since a spec has a GPU: the report runs on processors alone.
# Assumed: DIMMs of 32 GB; the size is not stated.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.

server "cpu-only" {
  gpu {
    model = "nvidia-l4"
    count = 1
  }
  cpu {
    model   = "amd-epyc-9175f"
    sockets = 2
  }
  memory {
    capacity = "512GB"
    dimm {
      count = 16
      size  = "32GB"
      type  = "ddr5"
      speed = "6400MT/s"
    }
  }

  workload "inference" "chat" {
    model       = "llama-3.1-70b"
    weights     = "fp16"
    engine      = "llama.cpp"
    max_context = 4096
    concurrency = 1
    cpu_layers  = 80
  }
}
