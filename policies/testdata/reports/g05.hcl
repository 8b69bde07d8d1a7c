# Report: vllm-project/vllm#5711
# Summary: A model of 70 billion parameters at 16 bit is tried on one 80 GB card; at 4 bit it would do.
# Confidence: high
# Profile: practice
# Fires on bf16: headroom/gpu-memory
# Fires not on gptq: headroom/gpu-memory (error)
# Assumed: the SXM card, the processor and the host memory.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.

server "bf16" {
  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 1
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "128GB"
  }

  workload "inference" "chat" {
    model       = "llama-3-70b"
    weights     = "bf16"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1
  }
}

server "gptq" {
  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 1
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "128GB"
  }

  workload "inference" "chat" {
    model       = "llama-3-70b"
    weights     = "int4-gptq"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1
  }
}
