# Report: https://serverdimm.com/?p=1401 (quotes NVIDIA DGX H100/H200 documentation)
# Summary: Vendor boxes have 2 TB beside 640 GB and beside 1,128 GB of GPU memory.
# Confidence: high
# Profile: practice
# Fires not: ratio/host-memory, ratio/host-demand, bandwidth/memory-channels, bandwidth/pooled-memory
# Assumed: a training run over all GPUs, the use such boxes are sold for.

server "h100" {
  platform = "nvidia-dgx-h100"

  memory {
    capacity = "2TB"
    dimm {
      count = 32
      size  = "64GB"
      type  = "ddr5"
      speed = "4800MT/s"
    }
  }

  workload "training" "pretrain" {
    model     = "llama-2-13b"
    sharding  = "zero1"
    recompute = "selective"

    parallelism {
      tensor   = 8
      sequence = true
    }
  }
}

server "h200" {
  platform = "nvidia-dgx-h200"

  memory {
    capacity = "2TB"
    dimm {
      count = 32
      size  = "64GB"
      type  = "ddr5"
      speed = "4800MT/s"
    }
  }

  workload "training" "pretrain" {
    model     = "llama-2-13b"
    sharding  = "zero1"
    recompute = "selective"

    parallelism {
      tensor   = 8
      sequence = true
    }
  }
}
