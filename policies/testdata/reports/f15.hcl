# Report: vllm-project/vllm#2631
# Summary: A mixture of eight experts at 4 bit works on one 40 GB card.
# Confidence: medium
# Profile: practice
# Fires not: headroom/gpu-memory
# Assumed: the SXM card, the processor and the host memory.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.

server "chat" {
  gpu {
    model = "nvidia-a100-sxm4-40gb"
    count = 1
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "128GB"
  }

  workload "inference" "chat" {
    model       = "mixtral-8x7b"
    weights     = "int4-awq"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1
  }
}
