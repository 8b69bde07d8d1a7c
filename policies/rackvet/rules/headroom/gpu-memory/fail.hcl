# 13 billion parameters of two bytes are 24.2 GiB, and the card has 24.
server "too-small-a-card" {
  gpu {
    model = "nvidia-rtx-4090"
    count = 1
  }
  cpu {
    model = "amd-epyc-7543"
  }
  memory {
    capacity = "64GB"
  }

  # want "the fullest GPU must hold (at least )?[0-9.]+ GiB, above [0-9.]+ GiB \(90 % of usable memory\)"
  workload "inference" "chat" {
    model       = "plain-13b"
    weights     = "fp16"
    utilization = 0.9
    max_context = 4096
    context     = 2048
    concurrency = 1
  }
}

model "plain-13b" {
  layers      = 40
  hidden_size = 5120
  heads       = 40
  ffn_size    = 13824
  vocab_size  = 32000
}
