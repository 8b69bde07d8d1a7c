# Report: InternLM/xtuner#88
# Summary: 70 billion parameters as QLoRA do not fit a 40 GB card; the states that ZeRO-2 offloads are those of the adapters.
# Confidence: medium
# Profile: practice
# Fires: headroom/gpu-memory
# Assumed: the SXM card, the processor and the host memory.
# Assumed: full recompute of activations, which such recipes have.

server "qlora" {
  gpu {
    model = "nvidia-a100-sxm4-40gb"
    count = 1
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "256GB"
  }

  workload "finetuning" "assistant" {
    model     = "llama-2-70b"
    method    = "qlora"
    recompute = "full"
    sharding  = "zero2"
    offload   = "optimizer"
  }
}
