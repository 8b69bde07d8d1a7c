# The server that the benchmarks of the rules judge; server.json is its input.
server "node" {
  gpu {
    model  = "nvidia-a100-pcie-40gb"
    count  = 4
    link   = "nvlink-bridge"
    bridge = 2
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "256GB"
    ecc      = true
    dimm {
      count = 16
      size  = "16GB"
      type  = "ddr4"
      speed = "3200MT/s"
    }
  }
  storage "scratch" {
    kind  = "nvme"
    role  = "data"
    count = 4
    size  = "3.84TB"
    pcie  = "4x4"
  }
  network "fabric" {
    kind  = "infiniband"
    role  = "compute"
    ports = 2
    speed = "200Gb/s"
  }
  power {
    supplies   = 4
    rating     = "2000W"
    redundancy = "3+1"
  }
  budget {
    currency = "USD"
    gpu      = 48000
    memory   = 3000
    storage  = 14000
    cpu      = 7000
    network  = 2000
    other    = 1000
  }

  workload "finetuning" "llama" {
    model            = "llama-2-7b"
    method           = "lora"
    sequence_length  = 2048
    micro_batch      = 2
    checkpoint_every = "1h"
  }
  workload "inference" "chat" {
    model       = "llama-2-13b"
    context     = 2048
    concurrency = 16
    parallelism {
      tensor = 2
    }
  }
  workload "tasks" "docking" {
    count      = 6
    gpu_memory = "12GB"
  }
}
