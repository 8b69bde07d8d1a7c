# Report: https://kentino.com/ja/pages/ram-and-vram-how-they-relate-in-an-ai-server
# Summary: 192 GB of GPU memory with 32 GB of RAM is broken, with 1 TB mostly wasted.
# Confidence: medium
# Profile: practice
# Fires on 32gb: ratio/host-memory | ratio/host-demand
# Fires on 1tb: ratio/host-memory-excess (note)
# Assumed: RTX 6000 Ada: the page says four cards of 48 GB; the processor.
# Assumed: 70 billion parameters served over all four: the page says that the right size hangs on the use.

server "32gb" {
  gpu {
    model = "nvidia-rtx-6000-ada"
    count = 4
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "32GB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-70b"
    weights     = "bf16"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 4
    }
  }
}

server "1tb" {
  gpu {
    model = "nvidia-rtx-6000-ada"
    count = 4
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "1TB"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-70b"
    weights     = "bf16"
    engine      = "vllm"
    max_context = 4096
    concurrency = 1

    parallelism {
      tensor = 4
    }
  }
}
