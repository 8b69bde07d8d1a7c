# The same two nodes with four ports of 100 Gb/s each, one for two GPUs.
server "pair-over-infiniband" {
  nodes = 2

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
  network "fabric" {
    kind  = "infiniband"
    role  = "compute"
    ports = 4
    speed = "100Gb/s"
  }

  workload "finetuning" "assistant" {
    model           = "llama-2-7b"
    nodes           = 2
    sequence_length = 4096
    micro_batch     = 1
    recompute       = "selective"
    sharding        = "zero3"
  }
}
