# A model of 52 heads over eight GPUs: two pipeline stages of four, which divide them.
server "heads-divided" {
  platform = "nvidia-dgx-1-v100-16gb"

  workload "inference" "chat" {
    model       = "plain-33b"
    weights     = "fp16"
    max_context = 2048
    concurrency = 1

    parallelism {
      tensor   = 4
      pipeline = 2
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
