# Report: vllm-project/vllm#22331
# Summary: A mixture of experts that one 80 GB card holds is slower over two and four.
# Confidence: medium
# Profile: practice
# Fires: fit/tensor-too-wide (note)
# Fires not: bandwidth/pooled-memory
# Assumed: SXM cards, the processors and the host memory.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.

server "four" {
  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 4
    link  = "nvlink"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "512GB"
  }

  workload "inference" "chat" {
    model       = "gpt-oss-120b"
    weights     = "mxfp4"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 4
    }
  }
}
