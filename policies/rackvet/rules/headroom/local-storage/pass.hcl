# The same run with a drive of 3.84 TB.
server "one-large-drive" {
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
  storage "local" {
    kind = "nvme"
    role = "data"
    size = "3.84TB"
    pcie = "4x4"
  }

  workload "finetuning" "assistant" {
    model           = "llama-2-7b"
    sequence_length = 4096
    micro_batch     = 1
    recompute       = "selective"
    sharding        = "zero3"
    dataset         = "400GB"
  }
}
