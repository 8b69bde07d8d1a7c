# Report: axolotl-ai-cloud/axolotl#1428
# Summary: 70 billion parameters as QLoRA at 512 tokens take 14 GB of each of two 24 GB cards, and 130 GB of host memory.
# Confidence: high
# Profile: practice
# Fires: ratio/host-memory | ratio/host-demand
# Fires not: headroom/gpu-memory
# Assumed: RTX 3090 cards: the report says 24 GB alone; the processor.
# Assumed: offload and full recompute: 14 GB are less than half of the weights at 4 bit.
# Assumed: 128 GB of host memory, less than the 130 that are needed.

server "qlora" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 2
  }
  cpu {
    model = "amd-epyc-7742"
  }
  memory {
    capacity = "128GB"
  }

  workload "finetuning" "assistant" {
    model           = "llama-2-70b"
    method          = "qlora"
    sharding        = "zero3"
    sequence_length = 512
    recompute       = "full"
    offload         = "all"
  }
}
