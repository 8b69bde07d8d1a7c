# Report: deepseek-ai/DeepSeek-Coder#78
# Summary: A 33B full fine-tune runs out with ZeRO-3 alone and works with offload and 1 TB.
# Confidence: high
# Profile: practice
# Fires on none: headroom/gpu-memory
# Fires not on offload: ratio/host-memory, ratio/host-demand, headroom/gpu-memory
# Assumed: SXM cards and the processors.

server "offload" {
  gpu {
    model = "nvidia-a800-sxm4-80gb"
    count = 8
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "1000GB"
  }

  workload "finetuning" "coder" {
    model           = "deepseek-coder-33b"
    method          = "full"
    precision       = "bf16"
    optimizer       = "adamw"
    sequence_length = 2048
    micro_batch     = 1
    sharding        = "zero3"
    offload         = "all"
  }
}

server "none" {
  gpu {
    model = "nvidia-a800-sxm4-80gb"
    count = 8
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "1000GB"
  }

  workload "finetuning" "coder" {
    model           = "deepseek-coder-33b"
    method          = "full"
    precision       = "bf16"
    optimizer       = "adamw"
    sequence_length = 2048
    micro_batch     = 1
    sharding        = "zero3"
    offload         = "none"
  }
}

model "deepseek-coder-33b" {
  description = "Its own figures"
  layers      = 62
  hidden_size = 7168
  heads       = 56
  kv_heads    = 8
  head_dim    = 128
  ffn_size    = 19200
  vocab_size  = 32256
  max_context = 16384
}
