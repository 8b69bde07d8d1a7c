# Two copies of the model, each over the two cards of a bridge.
server "copy-inside-a-pair" {
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

  workload "inference" "chat" {
    model       = "plain-20b"
    weights     = "fp16"
    max_context = 4096
    context     = 2048
    concurrency = 8
    replicas    = 2

    parallelism {
      tensor = 2
    }
  }
}

model "plain-20b" {
  layers      = 44
  hidden_size = 6144
  heads       = 64
  kv_heads    = 8
  ffn_size    = 18432
  vocab_size  = 32000
}
