# Report: deepseek-ai/DeepSeek-R1#464
# Summary: Four nodes of eight 80 GB cards and 1 TB are advised for 671 billion parameters at 16 bit.
# Confidence: medium
# Profile: practice
# Fires not: headroom/gpu-memory, ratio/host-memory, ratio/host-demand
# Assumed: SXM cards and the processors.
# Assumed: requests of 4,096 tokens, one at a time: the report gives no length.

server "four-nodes" {
  nodes = 4

  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "1024GB"
  }

  workload "inference" "chat" {
    model       = "deepseek-r1"
    weights     = "bf16"
    engine      = "sglang"
    nodes       = 4
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor   = 8
      pipeline = 4
    }
  }
}
