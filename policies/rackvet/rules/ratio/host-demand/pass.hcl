# The same fine-tune with 1 TB: 31 bytes a parameter.
server "offload-with-room" {
  gpu {
    model = "nvidia-a100-sxm4-40gb"
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

  workload "finetuning" "assistant" {
    model           = "qwen2.5-32b"
    sequence_length = 2048
    micro_batch     = 1
    recompute       = "full"
    sharding        = "zero3"
    offload         = "all"
  }
}
