# Report: sgl-project/sglang#5893
# Summary: 13 GB kept outside the pool of weights and cache are too few once CUDA graphs are captured for batches of 256; 18 GB do.
# Confidence: high
# Profile: practice
# Fires on keeps-13gb: headroom/gpu-memory
# Fires not on keeps-18gb: headroom/gpu-memory (error)
# Assumed: the processors and the host memory, sound ones.

server "keeps-13gb" {
  gpu {
    model = "nvidia-h200-sxm-141gb"
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
    model        = "deepseek-v3"
    weights      = "fp8"
    engine       = "sglang"
    utilization  = 0.908
    max_num_seqs = 256

    parallelism {
      tensor = 8
    }
  }
}

server "keeps-18gb" {
  gpu {
    model = "nvidia-h200-sxm-141gb"
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
    model        = "deepseek-v3"
    weights      = "fp8"
    engine       = "sglang"
    utilization  = 0.872
    max_num_seqs = 256

    parallelism {
      tensor = 8
    }
  }
}
