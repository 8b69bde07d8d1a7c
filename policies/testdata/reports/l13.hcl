# Report: vllm-project/vllm#6955
# Summary: 70 billion parameters at 4 bit over four cards: decoding gains, prompts do not; 64 GB of host memory do.
# Confidence: high
# Profile: practice
# Fires: bandwidth/pooled-memory (warning)
# Fires not: ratio/host-memory (error), ratio/host-demand (error)
# Assumed: the processor.
# Assumed: requests of 4,096 tokens, five at a time: the report gives no length.

server "four" {
  gpu {
    model = "nvidia-rtx-3090ti"
    count = 4
    link  = "pcie"
    pcie  = "4x16"
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "64GB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-70b"
    weights     = "int4-awq"
    engine      = "vllm"
    max_context = 4096
    concurrency = 5

    parallelism {
      tensor = 4
    }
  }
}
