# Report: NVIDIA/TensorRT-LLM#236
# Summary: Building an engine for a 7B model brings a host of 32 GB down.
# Confidence: medium
# Profile: practice
# Fires: ratio/host-memory | ratio/host-demand
# Assumed: serving on the machine that builds: the language has no build step.
# Assumed: requests of 2,048 tokens, one at a time: the report gives no length.

server "build" {
  gpu {
    model = "nvidia-a10g"
    count = 1
  }
  cpu {
    model = "amd-epyc-7r32"
  }
  memory {
    capacity = "32GB"
  }

  workload "inference" "chat" {
    model       = "falcon-7b"
    engine      = "tensorrt-llm"
    max_context = 2048
    concurrency = 1
  }
}
