# Report: huggingface/text-generation-inference#1374
# Summary: 34 billion parameters at 8 bit on one 40 GB card: a request of 4,000 tokens runs out after the warm-up went well.
# Confidence: high
# Profile: practice
# Fires: headroom/gpu-memory (warning)
# Assumed: the SXM card, the processor and the host memory.
# Assumed: an engine like vLLM: the language has no text-generation-inference.

server "code" {
  gpu {
    model = "nvidia-a100-sxm4-40gb"
    count = 1
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "64GB"
  }

  workload "inference" "code" {
    model       = "codellama-34b"
    weights     = "int8"
    engine      = "vllm"
    max_context = 6900
    context     = 6900
    concurrency = 1
  }
}
