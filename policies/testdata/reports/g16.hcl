# Report: huggingface/text-generation-inference#710
# Summary: 70 billion parameters over eight 24 GB cards fail at warm-up though weights and cache take three quarters of a card.
# Confidence: medium
# Profile: practice
# Fires: headroom/gpu-memory (warning)
# Assumed: an engine like vLLM: the language has no text-generation-inference.

server "tgi" {
  platform = "aws-g5.48xlarge"

  workload "inference" "chat" {
    model       = "llama-2-70b"
    weights     = "fp16"
    engine      = "vllm"
    max_context = 4096
    context     = 4000
    concurrency = 4

    parallelism {
      tensor = 8
    }
  }
}
