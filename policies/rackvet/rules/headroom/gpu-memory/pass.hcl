# 13 billion parameters in four bits are 6.5 GiB, and leave the card its room.
server "room-on-the-card" {
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

  workload "inference" "chat" {
    model       = "plain-13b"
    weights     = "int4-awq"
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
