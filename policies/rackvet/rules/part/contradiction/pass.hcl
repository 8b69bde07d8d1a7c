# The same server with one account of it: 16 modules of DDR4 make 512 GB.
server "of-one-piece" {
  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 4
    link  = "nvlink"
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "512GB"
    dimm {
      count = 16
      size  = "32GB"
      type  = "ddr4"
      speed = "3200MT/s"
    }
  }

  workload "inference" "chat" {
    model       = "lab-7b"
    max_context = 4096
    context     = 2048
    concurrency = 16
    replicas    = 4
  }
}

model "lab-7b" {
  parameters  = 6738415616
  layers      = 32
  hidden_size = 4096
  heads       = 32
  ffn_size    = 11008
  vocab_size  = 32000
}
