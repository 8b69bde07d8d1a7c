# Report: vllm-project/recipes#12
# Summary: With data-parallel attention each GPU holds the cache of its own requests whole: 62 GiB for one of full length.
# Confidence: high
# Profile: practice
# Fires on attention-data-090: headroom/gpu-memory | headroom/kv-cache
# Fires on attention-data-095: headroom/gpu-memory | headroom/kv-cache
# Fires not on tensor: headroom/gpu-memory, headroom/kv-cache
# Assumed: the processors and the host memory, sound ones.

server "attention-data-090" {
  gpu {
    model = "nvidia-h20-141gb"
    count = 8
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "2TB"
  }

  workload "inference" "coder" {
    model       = "qwen3-coder-480b-a35b"
    weights     = "fp8"
    engine      = "vllm"
    utilization = 0.9
    max_context = 262144
    concurrency = 1

    parallelism {
      tensor         = 1
      expert         = 8
      attention_data = 8
    }
  }
}

server "attention-data-095" {
  gpu {
    model = "nvidia-h20-141gb"
    count = 8
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "2TB"
  }

  workload "inference" "coder" {
    model       = "qwen3-coder-480b-a35b"
    weights     = "fp8"
    engine      = "vllm"
    utilization = 0.95
    max_context = 262144
    concurrency = 1

    parallelism {
      tensor         = 1
      expert         = 8
      attention_data = 8
    }
  }
}

server "tensor" {
  gpu {
    model = "nvidia-h20-141gb"
    count = 8
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "2TB"
  }

  workload "inference" "coder" {
    model       = "qwen3-coder-480b-a35b"
    weights     = "fp8"
    engine      = "vllm"
    utilization = 0.9
    max_context = 262144
    concurrency = 1

    parallelism {
      tensor = 8
    }
  }
}
