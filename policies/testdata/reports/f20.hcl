# Report: aliyun/aicb#36
# Summary: 7 billion parameters under tensor parallelism of eight take 21 GB a card.
# Confidence: high
# Profile: practice
# Fires not: headroom/gpu-memory
# Assumed: H100 cards, which are not stated; the processors and the host memory.

server "pretrain" {
  nodes = 4

  gpu {
    model = "nvidia-h100-sxm5-80gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "2TB"
  }

  workload "training" "pretrain" {
    model           = "qwen-7b"
    nodes           = 4
    precision       = "bf16"
    gradients       = "fp32"
    optimizer       = "adamw"
    sequence_length = 4096
    micro_batch     = 1

    parallelism {
      tensor = 8
    }
  }
}

model "qwen-7b" {
  description = "The first Qwen; its own figures"
  layers      = 32
  hidden_size = 4096
  heads       = 32
  head_dim    = 128
  ffn_size    = 11008
  vocab_size  = 151936
  max_context = 8192
}
