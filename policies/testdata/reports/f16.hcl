# Report: ikawrakow/ik_llama.cpp#263
# Summary: 671 billion parameters in 307 GiB run over sixteen 24 GB cards, layer by layer.
# Confidence: high
# Profile: practice
# Fires not: headroom/gpu-memory, bandwidth/pooled-memory
# Assumed: the processors and the host memory, sound ones.
# Assumed: the format nearest to 307 GiB; the report has a mix of 3 and 4 bit.

server "rig" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 16
    link  = "pcie"
  }
  cpu {
    model   = "amd-epyc-7742"
    sockets = 2
  }
  memory {
    capacity = "512GB"
  }

  workload "inference" "chat" {
    model       = "deepseek-r1"
    weights     = "q3_k_m"
    engine      = "llama.cpp"
    max_context = 8192
    concurrency = 1

    parallelism {
      pipeline = 16
    }
  }
}
