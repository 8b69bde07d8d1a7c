# Experts in host memory, with a DIMM in every channel.
server "all-channels" {
  gpu {
    model = "nvidia-rtx-4090"
    count = 1
  }
  cpu {
    model = "amd-epyc-7543"
  }
  memory {
    capacity = "128GB"
    dimm {
      count = 8
      size  = "16GB"
      type  = "ddr4"
      speed = "3200MT/s"
    }
  }

  workload "inference" "assistant" {
    model       = "qwen3-30b-a3b"
    weights     = "int4-awq"
    engine      = "llama.cpp"
    max_context = 8192
    cpu_experts = true
  }
}
