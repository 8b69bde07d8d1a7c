# GPTQ has kernels on Volta, and the requests are as long as the model was made for.
server "old-cards-old-format" {
  gpu {
    model = "nvidia-v100-sxm2-32gb"
    count = 4
    link  = "nvlink"
  }
  cpu {
    model   = "intel-xeon-gold-6248"
    sockets = 2
  }
  memory {
    capacity = "384GB"
    ecc      = true
  }

  workload "inference" "chat" {
    model       = "llama-2-13b"
    engine      = "vllm"
    weights     = "int4-gptq"
    max_context = 4096
    context     = 2048
    concurrency = 4
    replicas    = 4
  }
}
