# The same run with two NVMe drives.
server "fast-checkpoints" {
  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "1TB"
  }
  storage "saves" {
    kind  = "nvme"
    role  = "checkpoint"
    count = 2
    size  = "1.92TB"
    pcie  = "4x4"
  }

  workload "finetuning" "assistant" {
    model            = "llama-2-7b"
    sequence_length  = 4096
    micro_batch      = 1
    recompute        = "selective"
    sharding         = "zero3"
    checkpoint_every = "10m"
  }
}
