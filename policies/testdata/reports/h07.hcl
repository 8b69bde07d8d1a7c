# Report: hiyouga/LlamaFactory#6755
# Summary: 744 GB of host memory beside one 94 GB card are too few to offload 32 billion parameters.
# Confidence: high
# Profile: practice
# Fires: ratio/host-memory | ratio/host-demand
# Assumed: the processor.
# Assumed: full recompute of activations, which such recipes have.

server "offload" {
  gpu {
    model = "nvidia-h100-nvl-94gb"
    count = 1
  }
  cpu {
    model = "amd-epyc-9554"
  }
  memory {
    capacity = "744GB"
  }

  workload "finetuning" "assistant" {
    model       = "qwen2.5-32b"
    method      = "full"
    precision   = "bf16"
    optimizer   = "adamw"
    micro_batch = 1
    recompute   = "full"
    sharding    = "zero3"
    offload     = "all"
  }
}
