# Report: NVIDIA-NeMo/Speech#11784
# Summary: Loader workers fill 1.8 TB while 70 billion parameters are trained: four a rank fail, two run.
# Confidence: medium
# Profile: practice
# Fires on four-workers: ratio/host-memory | ratio/host-demand
# Fires not on two-workers: ratio/host-memory, ratio/host-demand
# Assumed: the processors.
# Assumed: tensor parallelism in a node and pipeline over the two, NeMo's usual split.
# Assumed: full recompute of activations, which such recipes have.

server "four-workers" {
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
    capacity = "1800GB"
  }

  workload "training" "pretrain" {
    model          = "llama-2-70b"
    nodes          = 2
    precision      = "bf16"
    recompute      = "full"
    sharding       = "zero1"
    loader_workers = 4

    parallelism {
      tensor   = 8
      pipeline = 2
      sequence = true
    }
  }
}

server "two-workers" {
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
    capacity = "1800GB"
  }

  workload "training" "pretrain" {
    model          = "llama-2-70b"
    nodes          = 2
    precision      = "bf16"
    recompute      = "full"
    sharding       = "zero1"
    loader_workers = 2

    parallelism {
      tensor   = 8
      pipeline = 2
      sequence = true
    }
  }
}
