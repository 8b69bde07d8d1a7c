# A full fine-tune of 7 billion parameters keeps two checkpoints of 88 GiB beside a
# data set of 400 GB: too much for one drive of 480 GB.
server "one-small-drive" {
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
  # want "data sets and checkpoints take [0-9.]+ GiB, above the 447 GiB of storage local"
  storage "local" {
    kind = "nvme"
    role = "data"
    size = "480GB"
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
