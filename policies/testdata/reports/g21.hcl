# Report: vllm-project/vllm-omni#1629
# Summary: Transformer and text encoder of a picture model take 112.6 GB, more than one card; moved in turns they fit.
# Confidence: high
# Profile: practice
# Fires on all-on-gpu: headroom/gpu-memory
# Fires not on in-turns: headroom/gpu-memory (error)
# Assumed: the SXM card, the processor and the host memory; pictures of 1024 × 1024.

server "all-on-gpu" {
  gpu {
    model = "nvidia-a800-sxm4-80gb"
    count = 1
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "256GB"
  }

  workload "diffusion" "pictures" {
    model     = "flux.2-dev"
    precision = "bf16"
    offload   = "none"
  }
}

server "in-turns" {
  gpu {
    model = "nvidia-a800-sxm4-80gb"
    count = 1
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "256GB"
  }

  workload "diffusion" "pictures" {
    model     = "flux.2-dev"
    precision = "bf16"
    offload   = "model"
  }
}

# 64.3 GB of transformer and 48.0 GB of text encoder at 16 bit.
model "flux.2-dev" {
  family    = "diffusion"
  precision = "bf16"

  component "transformer" {
    kind       = "denoiser"
    parameters = 32150000000
  }

  component "text-encoder" {
    kind       = "text-encoder"
    parameters = 24000000000
  }
}
