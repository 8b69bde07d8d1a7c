# Report: vllm-project/vllm#1298
# Summary: 70 billion parameters on two 80 GB cards: an engine that may take all of a card runs out, one that may take 90 % works.
# Confidence: high
# Profile: practice
# Fires on takes-all: headroom/gpu-memory
# Fires not on takes-90: headroom/gpu-memory (error)
# Assumed: A100 cards: the report says 80 GB alone; the processors and the host memory.

server "takes-all" {
  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 2
    link  = "nvlink"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "256GB"
  }

  workload "inference" "chat" {
    model       = "llama-2-70b"
    weights     = "fp16"
    engine      = "vllm"
    utilization = 1.0
    max_context = 2048
    context     = 2048
    concurrency = 11

    parallelism {
      tensor = 2
    }
  }
}

server "takes-90" {
  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 2
    link  = "nvlink"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "256GB"
  }

  workload "inference" "chat" {
    model       = "llama-2-70b"
    weights     = "fp16"
    engine      = "vllm"
    utilization = 0.9
    max_context = 2048
    context     = 2048
    concurrency = 11

    parallelism {
      tensor = 2
    }
  }
}
