# A chat service on a 70B model: two replicas, each over four H100.
#
# Source: 70.6 billion parameters of 2 bytes are 141 GB (Llama 3.1 model card), which
# four cards of 80 GB hold with room for the KV cache. Tensor parallelism exchanges
# in every layer, so that the four sit in one NVLink domain.
# Verdict: pass

variable "concurrency" {
  description = "Requests in flight over both replicas"
  default     = 48
}

server "chat-70b" {
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
    capacity = "1TB"
    ecc      = true
    dimm {
      count = 16
      size  = "64GB"
      type  = "ddr5"
      speed = "4800MT/s"
    }
  }
  storage "models" {
    kind  = "nvme"
    role  = "data"
    count = 2
    size  = "7.68TB"
    pcie  = "5x4"
  }
  network "front" {
    kind  = "ethernet"
    role  = "management"
    ports = 2
    speed = "100Gb/s"
  }

  workload "inference" "chat" {
    model       = "llama-3.1-70b"
    weights     = "bf16"
    engine      = "vllm"
    utilization = 0.9
    max_context = 32768
    context     = 4096
    concurrency = var.concurrency
    replicas    = 2

    parallelism {
      tensor = 4
    }
  }
}
