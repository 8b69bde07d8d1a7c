# Report: axolotl-ai-cloud/axolotl#1439
# Summary: A full fine-tune of 70 billion parameters with ZeRO-3 and offload fills 1,024 GB of host memory at a batch of one.
# Confidence: high
# Profile: practice
# Fires: ratio/host-memory | ratio/host-demand
# Assumed: SXM cards and the processors.
# Assumed: full recompute of activations, which such recipes have.

server "offload" {
  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "1024GB"
  }

  workload "finetuning" "assistant" {
    model       = "llama-2-70b"
    method      = "full"
    precision   = "bf16"
    optimizer   = "adamw"
    micro_batch = 1
    recompute   = "full"
    sharding    = "zero3"
    offload     = "all"
  }
}
