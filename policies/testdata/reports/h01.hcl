# Report: huggingface/transformers#25107
# Summary: Each of eight processes loads 40 billion parameters in fp32: 1,280 GB, and the run is killed; loaded once it is well.
# Confidence: high
# Profile: practice
# Fires on every-process: ratio/host-memory | ratio/host-demand
# Fires not on once: ratio/host-demand
# Assumed: a DGX A100 of 40 GB cards and 1 TB: the report says a DGX of eight.
# Assumed: full recompute of activations, which such recipes have.
# Assumed: a pickle for weights that every process reads whole, safetensors for those loaded once.

server "every-process" {
  gpu {
    model = "nvidia-a100-sxm4-40gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "amd-epyc-7742"
    sockets = 2
  }
  memory {
    capacity = "1TB"
  }

  workload "finetuning" "assistant" {
    model     = "falcon-40b"
    method    = "full"
    precision = "fp32"
    recompute = "full"
    sharding  = "zero3"
    files     = "pickle"
  }
}

server "once" {
  gpu {
    model = "nvidia-a100-sxm4-40gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "amd-epyc-7742"
    sockets = 2
  }
  memory {
    capacity = "1TB"
  }

  workload "finetuning" "assistant" {
    model     = "falcon-40b"
    method    = "full"
    precision = "fp32"
    recompute = "full"
    sharding  = "zero3"
    files     = "safetensors"
  }
}
