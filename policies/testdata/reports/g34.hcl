# Report: OpenBMB/MiniCPM-V#640
# Summary: A 24 GB card shows 22.2 GiB, and an engine that may take all of it fails on an allocation of 4 GiB.
# Confidence: high
# Profile: practice
# Fires: headroom/gpu-memory
# Assumed: the processor and the host memory.

server "vision" {
  gpu {
    model = "nvidia-a10"
    count = 1
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "64GB"
  }

  workload "inference" "vision" {
    model       = "minicpm-v-2.6"
    weights     = "bf16"
    engine      = "vllm"
    utilization = 1.0
    max_context = 2048
    concurrency = 1
  }
}

model "minicpm-v-2.6" {
  description = "Qwen2-7B and a SigLIP tower; its own figures"
  parameters  = 8100000000
  layers      = 28
  hidden_size = 3584
  heads       = 28
  kv_heads    = 4
  head_dim    = 128
  ffn_size    = 18944
  vocab_size  = 151666
  max_context = 32768
}
