# Builds that rackvet policy check tries rules on: every kind of workload, parts of
# several vendors, what may be written and is left out, and names that nothing
# describes.
server "a cluster for pretraining" {
  platform = "nvidia-dgx-h100"
  nodes    = 4
  workload "training" "pretrain" {
    model           = "llama-2-7b"
    nodes           = 4
    sequence_length = 4096
    micro_batch     = 1
    sharding        = "zero3"
  }
}

server "a workstation for fine-tuning" {
  gpu {
    model       = "nvidia-rtx-4090"
    count       = 2
    link        = "pcie"
    power_limit = "350W"
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 1
  }
  memory {
    capacity = "128GB"
    ecc      = false
  }
  storage "data" {
    kind  = "nvme"
    role  = "data"
    count = 1
    size  = "3.84TB"
  }
  power {
    supplies = 1
    rating   = "1600W"
  }
  budget {
    currency = "USD"
    gpu      = 4000
    memory   = 500
    storage  = 400
  }
  workload "finetuning" "adapters" {
    model  = "llama-3.1-8b"
    method = "qlora"
  }
}

server "a service" {
  gpu {
    model = "nvidia-l40s"
    count = 4
  }
  cpu {
    model   = "amd-epyc-9354"
    sockets = 2
  }
  memory {
    capacity = "384GB"
    ecc      = true
  }
  network "front" {
    kind  = "ethernet"
    role  = "management"
    ports = 2
    speed = "25Gb/s"
  }
  workload "inference" "chat" {
    model       = "llama-3.1-8b"
    engine      = "vllm"
    max_context = 8192
    concurrency = 16
    replicas    = 4
  }
}

server "several things at once" {
  schedule = "concurrent"
  gpu {
    model = "nvidia-a100-pcie-40gb"
    count = 4
    link  = "nvlink-bridge"
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "256GB"
  }
  workload "tasks" "docking" {
    count      = 3
    gpu_memory = "12GB"
  }
  workload "diffusion" "images" {
    model = "sdxl"
  }
}

server "eight modules of another vendor" {
  platform = "dell-xe9680-mi300x"
  workload "inference" "large" {
    model = "llama-3.1-70b"
    parallelism {
      tensor = 8
    }
  }
}

server "no more than there has to be" {
  gpu {
    model = "nvidia-rtx-4090"
    count = 1
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 1
  }
  memory {
    capacity = "64GB"
  }
}

server "parts that nothing describes" {
  gpu {
    model = "a prototype"
    count = 8
  }
  cpu {
    model   = "another prototype"
    sockets = 2
  }
  memory {
    capacity = "512GB"
  }
  workload "inference" "chat" {
    model = "llama-3.1-8b"
  }
}
