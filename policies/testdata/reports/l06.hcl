# Report: huggingface/transformers#9371
# Summary: A fine-tune on two cards takes 30 % longer without their bridge.
# Confidence: high
# Profile: practice
# Fires on pcie: bandwidth/pooled-memory
# Fires not on bridge: bandwidth/pooled-memory
# Assumed: the processor and the host memory.

server "pcie" {
  gpu {
    model = "titan-rtx"
    count = 2
    link  = "pcie"
  }
  cpu {
    model = "intel-xeon-w-2255"
    cores = 10
  }
  memory {
    capacity = "128GB"
  }

  workload "finetuning" "text" {
    model    = "gpt2"
    method   = "full"
    sharding = "none"
  }
}

server "bridge" {
  gpu {
    model = "titan-rtx"
    count = 2
    link  = "nvlink-bridge"
  }
  cpu {
    model = "intel-xeon-w-2255"
    cores = 10
  }
  memory {
    capacity = "128GB"
  }

  workload "finetuning" "text" {
    model    = "gpt2"
    method   = "full"
    sharding = "none"
  }
}

part "gpu" "titan-rtx" {
  description        = "NVIDIA TITAN RTX; its own figures"
  vendor             = "nvidia"
  memory             = "24GB"
  memory_bandwidth   = "672GB/s"
  links              = ["nvlink-bridge"]
  link_generation    = 2
  link_bidirectional = "100GB/s"
  link_domain        = 2
  link_topology      = "bridge"
  pcie               = "3x16"
  tdp                = "280W"
  form_factor        = "pcie"
}

part "cpu" "intel-xeon-w-2255" {
  vendor          = "intel"
  sockets_max     = 1
  memory_channels = 4
  pcie_generation = 3
  pcie_lanes      = 48
  tdp             = "165W"
}
