# Report: vllm-project/vllm#6689
# Summary: An 8B model at 16 bit runs on a 24 GB card with 1,024 tokens.
# Confidence: high
# Profile: practice
# Fires not: headroom/gpu-memory, headroom/kv-cache
# Assumed: the processor and the host memory.

server "chat" {
  gpu {
    model = "nvidia-l4"
    count = 1
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "64GB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-8b"
    weights     = "bf16"
    engine      = "vllm"
    max_context = 1024
    concurrency = 1
  }
}
