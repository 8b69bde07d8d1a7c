# Servers of which little is known: rules see that facts are not there, not that
# they are empty.
server "parts-unknown" {
  gpu {
    model  = "nvidia-z900"
    count  = 4
    link   = "nvlink-bridge"
    bridge = 2
  }
  cpu {
    model = "intel-unheard-of"
  }
  memory {
    capacity = "256GB"
  }
  power {
    supplies   = 2
    rating     = "2000W"
    redundancy = "1+1"
  }
  workload "training" "pretrain" {
    model           = "no-such-model"
    micro_batch     = 4
    sequence_length = 2048
  }
  workload "inference" "chat" {
    model       = "llama-2-7b"
    concurrency = 4
    max_context = 4096
  }
}

server "hardly-a-word" {
  gpu {
    model = "nvidia-l4"
    count = 1
  }
  cpu {
    model = "amd-epyc-7543"
  }
  memory {
    capacity = "64GB"
  }
}

server "ambiguous" {
  gpu {
    model = "A100 40GB"
    count = 4
    link  = "nvlink"
  }
  cpu {
    model = "EPYC"
  }
  memory {
    capacity = "512GB"
  }
  workload "tasks" "jobs" {
    count      = 2
    gpu_memory = "10GB"
  }
}
