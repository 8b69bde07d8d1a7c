# Experts in host memory, half of whose channels are empty.
server "half-the-channels" {
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
      # want "4 DIMMs leave 4 of 8 memory channels empty"
      count = 4
      size  = "32GB"
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
