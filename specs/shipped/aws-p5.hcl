# An AWS p5.48xlarge serves a 405B model in FP8 over its eight H100.
#
# Source: the instance's figures are AWS's, as in the catalogue. Llama 3.1 405B in
# FP8 takes 57.75 GiB a GPU at tensor parallelism 8 (vLLM issue 6746).
# Verdict: pass

server "p5" {
  platform = "aws-p5.48xlarge"

  workload "inference" "assistant" {
    model       = "llama-3.1-405b"
    weights     = "fp8"
    engine      = "vllm"
    max_context = 16384
    context     = 4096
    concurrency = 8
    replicas    = 1

    parallelism {
      tensor = 8
    }
  }
}
