# Report: vllm-project/vllm#322
# Summary: Four processes load a 13B pickle on a host of 32 GB and are killed.
# Confidence: high
# Profile: practice
# Fires: ratio/host-memory | ratio/host-demand
# Assumed: SXM cards and the processors.
# Assumed: requests of 2,048 tokens, one at a time: the report gives no length.

server "serve" {
  gpu {
    model = "nvidia-a100-sxm4-40gb"
    count = 4
    link  = "nvlink"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "32GB"
  }

  workload "inference" "chat" {
    model       = "llama-13b"
    weights     = "fp16"
    engine      = "vllm"
    max_context = 2048
    concurrency = 1
    files       = "pickle"
    swap_space  = "1GB"

    parallelism {
      tensor = 4
    }
  }
}
