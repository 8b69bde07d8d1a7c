# Report: black-forest-labs/flux#7
# Summary: A picture model of 32 GB runs on cards of 24 and 16 GB quantised or moved in turns, and not whole.
# Confidence: medium
# Profile: practice
# Fires on whole: headroom/gpu-memory
# Fires not on quantised-24gb: headroom/gpu-memory
# Fires not on quantised-16gb: headroom/gpu-memory (error)
# Assumed: an RTX 4090 and an RTX 5080: the report says 24 and 16 GB alone; the processor and the host memory; pictures of 1024 × 1024.

server "whole" {
  gpu {
    model = "nvidia-rtx-4090"
    count = 1
  }
  cpu {
    model = "amd-ryzen-9-7950x"
  }
  memory {
    capacity = "64GB"
  }

  workload "diffusion" "pictures" {
    model     = "flux.1-dev"
    precision = "bf16"
    offload   = "none"
  }
}

server "quantised-24gb" {
  gpu {
    model = "nvidia-rtx-4090"
    count = 1
  }
  cpu {
    model = "amd-ryzen-9-7950x"
  }
  memory {
    capacity = "64GB"
  }

  workload "diffusion" "pictures" {
    model     = "flux.1-dev"
    precision = "fp8"
    offload   = "model"
  }
}

server "quantised-16gb" {
  gpu {
    model = "nvidia-rtx-5080"
    count = 1
  }
  cpu {
    model = "amd-ryzen-9-7950x"
  }
  memory {
    capacity = "64GB"
  }

  workload "diffusion" "pictures" {
    model     = "flux.1-dev"
    precision = "fp8"
    offload   = "model"
  }
}
