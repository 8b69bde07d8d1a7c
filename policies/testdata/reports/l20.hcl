# Report: NVIDIA/nccl-tests#212 and #272
# Summary: All-reduce inside an NVSwitch node peaks at 480 GB/s.
# Confidence: high
# Profile: practice
# Fires not: bandwidth/pooled-memory
# Assumed: the processors and the host memory, sound ones.
# Assumed: 405 billion parameters served over all eight: the report measures the link alone.

server "hgx" {
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
    capacity = "2TB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-405b"
    weights     = "fp8"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 8
    }
  }
}
