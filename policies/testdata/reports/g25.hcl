# Report: axolotl-ai-cloud/axolotl#1717 (and #1522)
# Summary: 70 billion parameters as sharded QLoRA settle at 10 GB a card and run out on 24 GB while loading.
# Confidence: medium
# Profile: practice
# Fires: headroom/gpu-memory
# Assumed: the processor and the host memory.
# Assumed: 512 tokens and full recompute, as in the second thread (axolotl#1522).

server "qlora" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 4
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "192GB"
  }

  workload "finetuning" "assistant" {
    model           = "llama-3-70b"
    method          = "qlora"
    sharding        = "zero3"
    sequence_length = 512
    recompute       = "full"
  }
}
