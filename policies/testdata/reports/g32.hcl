# Report: deepspeedai/DeepSpeed#2899
# Summary: 30 billion parameters with ZeRO-3 and offload run out on 16 cards as on 4: what overflows is not sharded.
# Confidence: high
# Profile: practice
# Fires: headroom/gpu-memory
# Assumed: the processors and the host memory, sound ones.
# Assumed: one sequence of 2,048 tokens: the allocation of 896 MiB that failed is a softmax over 56 heads in fp32.

server "four-nodes" {
  nodes = 4

  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 4
    link  = "nvlink"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "1TB"
  }

  workload "finetuning" "science" {
    model           = "galactica-30b"
    method          = "full"
    nodes           = 4
    precision       = "fp16"
    optimizer       = "adamw"
    sequence_length = 2048
    micro_batch     = 1
    attention       = "eager"
    sharding        = "zero3"
    offload         = "all"
  }
}

server "eight-nodes" {
  nodes = 8

  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 4
    link  = "nvlink"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "1TB"
  }

  workload "finetuning" "science" {
    model           = "galactica-30b"
    method          = "full"
    nodes           = 8
    precision       = "fp16"
    optimizer       = "adamw"
    sequence_length = 2048
    micro_batch     = 1
    attention       = "eager"
    sharding        = "zero3"
    offload         = "all"
  }
}

model "galactica-30b" {
  description     = "An OPT of 48 layers; its own figures"
  layers          = 48
  hidden_size     = 7168
  heads           = 56
  ffn_size        = 28672
  gated           = false
  vocab_size      = 50000
  tied_embeddings = true
  max_context     = 2048
  norm            = "layer"
  attention_bias  = "qkvo"
  ffn_bias        = true
  positions       = 2050
}
