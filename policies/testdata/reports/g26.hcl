# Report: lm-sys/FastChat#2322
# Summary: A full fine-tune of 70 billion parameters is asked of sixteen 23 GB cards: 1,260 GB needed, 368 there.
# Confidence: high
# Profile: practice
# Fires: headroom/gpu-memory
# Assumed: four nodes of four cards; the processors and the host memory.

server "full" {
  nodes = 4

  gpu {
    model = "nvidia-a10"
    count = 4
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "192GB"
  }

  workload "finetuning" "assistant" {
    model     = "llama-2-70b"
    method    = "full"
    nodes     = 4
    sharding  = "zero3"
    precision = "bf16"
    optimizer = "adamw"
  }
}
