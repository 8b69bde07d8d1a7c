# A model of 70 billion parameters over four A100: two would hold the weights, and not
# the requests beside them.
server "one-model-needs-four" {
  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 4
    link  = "nvlink"
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "512GB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-70b"
    weights     = "bf16"
    max_context = 8192
    context     = 2048
    concurrency = 64

    parallelism {
      tensor = 4
    }
  }
}
