# Report: huggingface/text-generation-inference#832
# Summary: A server promises 406,560 tokens for 70 billion parameters on four 80 GB cards, and 32 requests of 4,096 run out.
# Confidence: medium
# Profile: practice
# Fires: headroom/gpu-memory (warning)
# Assumed: SXM cards, the processors and the host memory.
# Assumed: an engine like vLLM: the language has no text-generation-inference.

server "tgi" {
  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 4
    link  = "nvlink"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "512GB"
  }

  workload "inference" "chat" {
    model       = "llama-2-70b"
    weights     = "fp16"
    engine      = "vllm"
    max_context = 4096
    context     = 4096
    concurrency = 32

    parallelism {
      tensor = 4
    }
  }
}
