# Report: NVIDIA/nccl#1161
# Summary: Two bridged PCIe cards reach 116 GB/s.
# Confidence: high
# Profile: practice
# Fires not: bandwidth/pooled-memory
# Assumed: the processors and the host memory, sound ones.
# Assumed: 70 billion parameters served over both: the report measures the link alone.

server "pair" {
  gpu {
    model = "nvidia-h100-pcie-80gb"
    count = 2
    link  = "nvlink-bridge"
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
    weights     = "fp8"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 2
    }
  }
}
