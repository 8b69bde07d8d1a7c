# Report: vllm-project/vllm#586
# Summary: Four processes each read a 13B pickle of 26 GB; safetensors are mapped and need no copies.
# Confidence: medium
# Profile: practice
# Fires on pickle: ratio/host-memory | ratio/host-demand
# Fires not on safetensors: ratio/host-memory, ratio/host-demand
# Assumed: T4 cards: the report says 16 GB alone; the processor.
# Assumed: 96 GB of host memory: the report says that four copies of 26 GB do not fit.
# Assumed: requests of 2,048 tokens, one at a time: the report gives no length.

server "pickle" {
  gpu {
    model = "nvidia-t4"
    count = 4
  }
  cpu {
    model   = "intel-xeon-gold-6248"
    sockets = 2
  }
  memory {
    capacity = "96GB"
  }

  workload "inference" "chat" {
    model       = "llama-13b"
    weights     = "fp16"
    engine      = "vllm"
    max_context = 2048
    concurrency = 1
    files       = "pickle"

    parallelism {
      tensor = 4
    }
  }
}

server "safetensors" {
  gpu {
    model = "nvidia-t4"
    count = 4
  }
  cpu {
    model   = "intel-xeon-gold-6248"
    sockets = 2
  }
  memory {
    capacity = "96GB"
  }

  workload "inference" "chat" {
    model       = "llama-13b"
    weights     = "fp16"
    engine      = "vllm"
    max_context = 2048
    concurrency = 1
    files       = "safetensors"

    parallelism {
      tensor = 4
    }
  }
}
