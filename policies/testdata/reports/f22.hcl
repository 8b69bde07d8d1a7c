# Report: NovaSky-AI/SkyThought#32
# Summary: A 32B full fine-tune with offload is done on a box of 1.73 TB.
# Confidence: high
# Profile: practice
# Fires not: ratio/host-memory, ratio/host-demand
# Assumed: SXM cards and the processors.
# Assumed: full recompute of activations, which such recipes have.

server "offload" {
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
    capacity = "1730GB"
  }

  workload "finetuning" "reasoning" {
    model     = "qwen2.5-32b"
    method    = "full"
    precision = "bf16"
    optimizer = "adamw"
    recompute = "full"
    sharding  = "zero3"
    offload   = "all"
  }
}
