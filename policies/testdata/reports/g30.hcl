# Report: NVIDIA/Megatron-LM#525
# Summary: 774 million parameters without a flash kernel: 23.3 GB were reckoned and 32 GB ran out.
# Confidence: high
# Profile: practice
# Fires: headroom/gpu-memory
# Assumed: the SXM card, the processor and the host memory.
# Assumed: four sequences of 1,024 tokens: the allocation of 786 MiB that failed is their logits in fp32.

server "gpt2" {
  gpu {
    model = "nvidia-v100-sxm2-32gb"
    count = 1
  }
  cpu {
    model = "intel-xeon-gold-6248"
  }
  memory {
    capacity = "96GB"
  }

  workload "training" "gpt2" {
    model           = "gpt2-large"
    precision       = "fp16"
    optimizer       = "adamw"
    sequence_length = 1024
    micro_batch     = 4
    attention       = "eager"
  }
}
