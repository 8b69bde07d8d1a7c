# Report: CVI-SZU/Linly#83 (and deepspeedai/DeepSpeed#3606)
# Summary: Offload of 7 billion parameters peaks at 160 to 178 GB, and a machine of 94 GB fails.
# Confidence: high
# Profile: practice
# Fires: ratio/host-memory | ratio/host-demand
# Assumed: the SXM card and the processor.
# Assumed: full recompute of activations, which such recipes have.

server "offload" {
  gpu {
    model = "nvidia-a100-sxm4-40gb"
    count = 1
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "94GB"
  }

  workload "training" "pretrain" {
    model     = "llama-7b"
    precision = "fp16"
    optimizer = "adamw"
    recompute = "full"
    sharding  = "zero3"
    offload   = "all"
  }
}
