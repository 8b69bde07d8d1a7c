# Report: vllm-project/vllm#8188 (and #6689 thread)
# Summary: 70 billion parameters at 128K: the cache of one request does not fit beside the weights on two 80 GB cards, on four it does.
# Confidence: medium
# Profile: practice
# Fires on two: headroom/gpu-memory | headroom/kv-cache
# Fires not on four: headroom/gpu-memory, headroom/kv-cache
# Fires not on eight: headroom/gpu-memory, headroom/kv-cache
# Assumed: SXM cards that NVLink joins, the processors and the host memory.

server "two" {
  gpu {
    model = "nvidia-h100-sxm5-80gb"
    count = 2
    link  = "nvlink"
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "256GB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-70b"
    weights     = "bf16"
    engine      = "vllm"
    max_context = 131072
    concurrency = 1

    parallelism {
      tensor = 2
    }
  }
}

server "four" {
  gpu {
    model = "nvidia-h100-sxm5-80gb"
    count = 4
    link  = "nvswitch"
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "512GB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-70b"
    weights     = "bf16"
    engine      = "vllm"
    max_context = 131072
    concurrency = 1

    parallelism {
      tensor = 4
    }
  }
}

server "eight" {
  gpu {
    model = "nvidia-h100-sxm5-80gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "1TB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-70b"
    weights     = "bf16"
    engine      = "vllm"
    max_context = 131072
    concurrency = 1

    parallelism {
      tensor = 8
    }
  }
}
