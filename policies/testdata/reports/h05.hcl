# Report: deepspeedai/DeepSpeed#4867
# Summary: Offload of 15.5 billion parameters needs 346 GB by the library's estimator, and the machine has 256.
# Confidence: high
# Profile: practice
# Fires: ratio/host-memory | ratio/host-demand
# Assumed: the processors.
# Assumed: full recompute of activations, which such recipes have.

server "offload" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 8
  }
  cpu {
    model   = "amd-epyc-7742"
    sockets = 2
  }
  memory {
    capacity = "256GB"
  }

  workload "finetuning" "assistant" {
    model     = "starchat-beta"
    method    = "full"
    precision = "bf16"
    optimizer = "adamw"
    recompute = "full"
    sharding  = "zero3"
    offload   = "optimizer"
  }
}

model "starchat-beta" {
  description     = "A fine-tuned StarCoder; its own figures"
  layers          = 40
  hidden_size     = 6144
  heads           = 48
  kv_heads        = 1
  head_dim        = 128
  ffn_size        = 24576
  gated           = false
  vocab_size      = 49156
  tied_embeddings = true
  max_context     = 8192
  norm            = "layer"
  attention_bias  = "qkvo"
  ffn_bias        = true
  positions       = 8192
}
