# Four A100 40 GB with 256 GB of RAM: 1.6 ×, and 1.5 × is 240 GB.
server "enough-ram" {
  gpu {
    model = "nvidia-a100-sxm4-40gb"
    count = 4
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "256GB"
  }

  workload "training" "small" {
    model           = "plain-1b"
    sequence_length = 1024
    micro_batch     = 1
  }
}

# 1.1 billion parameters: each card trains a copy of its own.
model "plain-1b" {
  layers      = 22
  hidden_size = 2048
  heads       = 32
  kv_heads    = 4
  ffn_size    = 5632
  vocab_size  = 32000
}
