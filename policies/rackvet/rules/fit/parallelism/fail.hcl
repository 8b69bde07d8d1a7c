# A model of 52 heads over eight GPUs: engines refuse tensor parallelism that leaves a
# remainder.
server "heads-left-over" {
  platform = "nvidia-dgx-1-v100-16gb"

  workload "inference" "chat" {
    model       = "plain-33b"
    weights     = "fp16"
    max_context = 2048
    concurrency = 1

    parallelism {
      # want "tensor parallelism of 8 does not divide the 52 attention heads"
      tensor = 8
    }
  }
}

# The shape of LLaMA 33B.
model "plain-33b" {
  layers      = 60
  hidden_size = 6656
  heads       = 52
  ffn_size    = 17920
  vocab_size  = 32000
}
