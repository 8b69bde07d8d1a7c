# The same run in a slot of sixteen lanes.
server "offload-through-sixteen-lanes" {
  gpu {
    model = "nvidia-a100-pcie-80gb"
    count = 1
    pcie  = "4x16"
  }
  cpu {
    model = "amd-epyc-7443P"
  }
  memory {
    capacity = "512GB"
  }

  workload "finetuning" "assistant" {
    model           = "llama-2-13b"
    sequence_length = 2048
    micro_batch     = 1
    recompute       = "full"
    offload         = "optimizer"
  }
}
