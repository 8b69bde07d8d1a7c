# Report: turboderp/exllama#164
# Summary: For inference layer by layer on two cards the lanes hardly matter.
# Confidence: high
# Profile: practice
# Fires not: bandwidth/pcie-lanes, bandwidth/pooled-memory
# Assumed: a Ryzen 9 and the host memory.
# Assumed: 65 billion parameters at 4 bit in llama.cpp, which splits by layers as ExLlama does.
# Assumed: the slower slot for both cards where they differ.
# Assumed: requests of 2,048 tokens, one at a time: the report gives no length.

server "x8" {
  gpu {
    model = "nvidia-rtx-4090"
    count = 2
    link  = "pcie"
    pcie  = "4x8"
  }
  cpu {
    model = "amd-ryzen-9-7950x"
  }
  memory {
    capacity = "64GB"
  }

  workload "inference" "chat" {
    model       = "llama-65b"
    weights     = "q4_0"
    engine      = "llama.cpp"
    max_context = 2048
    concurrency = 1

    parallelism {
      pipeline = 2
    }
  }
}

server "x4" {
  gpu {
    model = "nvidia-rtx-4090"
    count = 2
    link  = "pcie"
    pcie  = "4x4"
  }
  cpu {
    model = "amd-ryzen-9-7950x"
  }
  memory {
    capacity = "64GB"
  }

  workload "inference" "chat" {
    model       = "llama-65b"
    weights     = "q4_0"
    engine      = "llama.cpp"
    max_context = 2048
    concurrency = 1

    parallelism {
      pipeline = 2
    }
  }
}
