# Report: HiDream-ai/HiDream-I1#31
# Summary: A picture model runs out on a 48 GB card at 16 bit; 58 GB are the least that worked.
# Confidence: medium
# Profile: practice
# Fires: headroom/gpu-memory
# Assumed: the processor and the host memory; pictures of 1024 × 1024.
# Assumed: the networks of the model: 17·10⁹ parameters and its encoders by their own model cards.

server "pictures" {
  gpu {
    model = "nvidia-a40"
    count = 1
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "128GB"
  }

  workload "diffusion" "pictures" {
    model     = "hidream-i1"
    precision = "bf16"
  }
}

model "hidream-i1" {
  family    = "diffusion"
  precision = "bf16"

  component "transformer" {
    kind       = "denoiser"
    parameters = 17000000000
  }

  component "llama" {
    kind       = "text-encoder"
    parameters = 8030000000
  }

  component "t5" {
    kind       = "text-encoder"
    parameters = 4760000000
  }

  component "clip" {
    kind       = "text-encoder"
    parameters = 820000000
  }
}
