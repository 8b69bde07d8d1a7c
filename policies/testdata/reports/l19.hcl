# Report: NVIDIA/nccl-tests#347
# Summary: Two nodes of eight GPUs and four ports each reach half of what one node does.
# Confidence: medium
# Profile: practice
# Fires: bandwidth/network-per-gpu
# Not modelled: numa
# Assumed: ports of 400 Gb/s, whose speed is not stated; the processors and the host memory.
# Assumed: a sharded training run: the report measures the link alone.

server "four-ports" {
  nodes = 2

  gpu {
    model = "nvidia-h100-sxm5-80gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "2TB"
  }
  network "fabric" {
    kind  = "infiniband"
    role  = "compute"
    ports = 4
    speed = "400Gb/s"
  }

  workload "training" "pretrain" {
    model     = "llama-2-13b"
    nodes     = 2
    recompute = "full"
    sharding  = "zero3"
  }
}
