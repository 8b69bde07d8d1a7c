# A full fine-tune of 13 billion parameters on one A100, with the optimizer in host
# memory, behind a slot of eight lanes.
server "offload-through-eight-lanes" {
  gpu {
    model = "nvidia-a100-pcie-80gb"
    count = 1
    pcie  = "4x8"
  }
  cpu {
    model = "amd-epyc-7443P"
  }
  memory {
    capacity = "512GB"
  }

  # want "a step moves 24\.24 GiB over the slot of a GPU in 1\.9 s, over 1 s"
  workload "finetuning" "assistant" {
    model           = "llama-2-13b"
    sequence_length = 2048
    micro_batch     = 1
    recompute       = "full"
    offload         = "optimizer"
  }
}
