# Report: bitsandbytes-foundation/bitsandbytes#1252
# Summary: QLoRA of an 8B model on four 48 GB cards fails on a host of 16 GB.
# Confidence: high
# Profile: practice
# Fires: ratio/host-memory | ratio/host-demand
# Assumed: the processor.
# Assumed: full recompute of activations, which such recipes have.

server "rented" {
  gpu {
    model = "nvidia-a40"
    count = 4
  }
  cpu {
    model = "amd-epyc-7742"
  }
  memory {
    capacity = "16GB"
  }

  workload "finetuning" "summaries" {
    model           = "llama-3-8b"
    method          = "qlora"
    sharding        = "zero3"
    sequence_length = 8192
    recompute       = "full"
  }
}
