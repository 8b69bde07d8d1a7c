# AWQ has no kernels on Volta, and the model was made for 4096 tokens.
server "old-cards-new-format" {
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
    model  = "llama-2-13b"
    engine = "vllm"
    # want "vllm has no kernels for int4-awq weights on nvidia-v100-sxm2-32gb"
    weights = "int4-awq"
    # want "requests of 8192 tokens are longer than the 4096 that llama-2-13b was made for"
    max_context = 8192
    context     = 2048
    concurrency = 4
    replicas    = 4
  }
}
