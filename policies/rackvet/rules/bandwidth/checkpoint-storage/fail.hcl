# A full fine-tune of 7 billion parameters writes 88 GiB every ten minutes, to two
# SATA drives.
server "slow-checkpoints" {
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
    kind  = "sata"
    role  = "checkpoint"
    count = 2
    size  = "1.92TB"
  }

  # want "a node writes its part of a checkpoint in 89 s, over 60 s \(10 % of the time between two\)"
  workload "finetuning" "assistant" {
    model            = "llama-2-7b"
    sequence_length  = 4096
    micro_batch      = 1
    recompute        = "selective"
    sharding         = "zero3"
    checkpoint_every = "10m"
  }
}
