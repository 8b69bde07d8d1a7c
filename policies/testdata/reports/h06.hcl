# Report: hiyouga/LlamaFactory#4629
# Summary: A full fine-tune of 9 billion parameters with offload fills 252 GB on one GPU.
# Confidence: medium
# Profile: practice
# Fires: ratio/host-memory | ratio/host-demand
# Assumed: an A100 of 80 GB, which is not stated; the processor.
# Assumed: full recompute of activations, which such recipes have.

server "offload" {
  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 1
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "252GB"
  }

  workload "finetuning" "assistant" {
    model     = "glm-4-9b"
    method    = "full"
    precision = "bf16"
    optimizer = "adamw"
    recompute = "full"
    sharding  = "zero3"
    offload   = "all"
  }
}
