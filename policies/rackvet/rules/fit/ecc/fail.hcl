# Eight RTX 3090 and 256 GB of plain RAM serve a model for a year on end.
server "gaming-parts-for-a-service" {
  gpu {
    # want "8 GPUs run for days, and memory of nvidia-rtx-3090 does not correct errors"
    model = "nvidia-rtx-3090"
    count = 8
    link  = "pcie"
    pcie  = "4x8"
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "256GB"
    # want "256 GiB of host memory run for days and do not correct errors"
    ecc = false
  }

  workload "inference" "chat" {
    model       = "llama-3.1-8b"
    weights     = "bf16"
    max_context = 4096
    context     = 1024
    concurrency = 16
    replicas    = 8

    parallelism {
      tensor = 1
    }
  }
}
