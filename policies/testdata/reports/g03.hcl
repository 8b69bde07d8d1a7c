# Report: vllm-project/vllm#27508 (same failure in #23278, #33155)
# Summary: A mixture of experts that is sold as fitting one 80 GB card does not start at its full length.
# Confidence: high
# Profile: practice
# Fires: headroom/gpu-memory | headroom/kv-cache
# Assumed: the SXM card, the processor and the host memory.

server "oss" {
  gpu {
    model = "nvidia-h100-sxm5-80gb"
    count = 1
  }
  cpu {
    model = "intel-xeon-platinum-8480+"
  }
  memory {
    capacity = "128GB"
  }

  workload "inference" "chat" {
    model       = "gpt-oss-120b"
    weights     = "mxfp4"
    engine      = "vllm"
    utilization = 0.95
    max_context = 131072
    concurrency = 1
  }
}
