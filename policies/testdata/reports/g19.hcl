# Report: InternLM/lmdeploy#2960
# Summary: 671 billion parameters at 8 bit run out on eight 80 GB cards, which peak at 83 GB; eight of 96 GB are advised.
# Confidence: high
# Profile: practice
# Fires on cards-80gb: headroom/gpu-memory
# Fires not on cards-96gb: headroom/gpu-memory
# Assumed: the processors and the host memory, sound ones.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.
# Assumed: an engine like vLLM: the language has no LMDeploy.

server "cards-80gb" {
  gpu {
    model = "nvidia-h800-sxm5-80gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "2TB"
  }

  workload "inference" "chat" {
    model       = "deepseek-v3"
    weights     = "fp8"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 8
    }
  }
}

server "cards-96gb" {
  gpu {
    model = "nvidia-h20-96gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "2TB"
  }

  workload "inference" "chat" {
    model       = "deepseek-v3"
    weights     = "fp8"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 8
    }
  }
}
