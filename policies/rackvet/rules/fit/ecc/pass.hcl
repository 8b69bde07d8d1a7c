# Eight RTX A5000 and registered RAM, both with error correction.
server "parts-for-a-service" {
  gpu {
    model = "nvidia-rtx-a5000"
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
    ecc      = true
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
