# Report: meta-pytorch/gpt-fast#111
# Summary: A 7B model at batch one is slower on two NVLinked cards than on one.
# Confidence: high
# Profile: practice
# Fires: fit/tensor-too-wide (note)
# Fires not: bandwidth/pooled-memory
# Assumed: SXM cards, the processor and the host memory.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.
# Assumed: vLLM: the language has no gpt-fast.

server "pair" {
  gpu {
    model = "nvidia-v100-sxm2-32gb"
    count = 2
    link  = "nvlink"
  }
  cpu {
    model = "intel-xeon-gold-6248"
  }
  memory {
    capacity = "96GB"
  }

  workload "inference" "chat" {
    model       = "llama-2-7b"
    weights     = "fp16"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 2
    }
  }
}
