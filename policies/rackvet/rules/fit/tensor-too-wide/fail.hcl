# A model of 8 billion parameters over four A100, any one of which would hold it: the
# GPUs wait for one another in every layer.
server "one-model-on-four" {
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
    model       = "llama-3.1-8b"
    weights     = "bf16"
    max_context = 8192
    context     = 2048
    concurrency = 64

    parallelism {
      # want "tensor parallelism of 4, where 1 holds the model and its requests"
      tensor = 4
    }
  }
}
