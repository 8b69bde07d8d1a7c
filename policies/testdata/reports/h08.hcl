# Report: hiyouga/LlamaFactory#8726
# Summary: An 8B model is tuned on eight 141 GB cards with 160 GB of host memory, and killed.
# Confidence: high
# Profile: practice
# Fires: ratio/host-memory | ratio/host-demand
# Assumed: the processors.
# Assumed: full recompute of activations, which such recipes have.

server "pod" {
  gpu {
    model = "nvidia-h200-sxm-141gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "160GB"
  }

  workload "finetuning" "assistant" {
    model     = "llama-3.1-8b"
    recompute = "full"
  }
}
