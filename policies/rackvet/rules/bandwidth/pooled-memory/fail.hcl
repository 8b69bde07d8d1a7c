# A copy of the model over four cards, and bridges join them two by two.
server "copy-over-two-pairs" {
  gpu {
    model  = "nvidia-a100-pcie-40gb"
    count  = 4
    link   = "nvlink-bridge"
    bridge = 2
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "256GB"
  }

  # want "4 GPUs share one copy of the model over link domains of 2"
  workload "inference" "chat" {
    model       = "plain-33b"
    weights     = "fp16"
    max_context = 4096
    context     = 2048
    concurrency = 8

    parallelism {
      tensor = 4
    }
  }
}

model "plain-33b" {
  layers      = 60
  hidden_size = 6656
  heads       = 52
  ffn_size    = 17920
  vocab_size  = 32000
}
