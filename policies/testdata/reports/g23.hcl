# Report: artidoro/qlora#33
# Summary: 65 billion parameters as QLoRA take 60 GB with a script that was said to need 48.
# Confidence: medium
# Profile: practice
# Fires: headroom/gpu-memory
# Assumed: an RTX A6000: the report says 48 GB alone; the processor and the host memory.
# Assumed: 1,280 tokens, full recompute and adapters of rank 64, the defaults of that script.

server "qlora" {
  gpu {
    model = "nvidia-rtx-a6000"
    count = 1
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "128GB"
  }

  workload "finetuning" "assistant" {
    model           = "llama-65b"
    method          = "qlora"
    sequence_length = 1280
    micro_batch     = 1
    recompute       = "full"

    lora {
      rank    = 64
      targets = "all"
    }
  }
}
