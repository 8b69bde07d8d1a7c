# A quotation put together from three others: the modules are half of the capacity and
# of another generation than the CPU's, and the model is larger than its layers make it.
server "cut-and-paste" {
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
    # want "the DIMMs add up to 512 GiB, and capacity says 1024 GiB"
    capacity = "1TB"
    dimm {
      count = 16
      size  = "32GB"
      # want "the spec has ddr5 modules, and amd-epyc-7543 takes ddr4"
      type  = "ddr5"
      speed = "3200MT/s"
    }
  }

  workload "inference" "chat" {
    # want "the spec states 13 billion as parameters of lab-7b, and its shape counts to 6\.[0-9]+ billion"
    model       = "lab-7b"
    max_context = 4096
    context     = 2048
    concurrency = 16
    replicas    = 4
  }
}

model "lab-7b" {
  parameters  = 13000000000
  layers      = 32
  hidden_size = 4096
  heads       = 32
  ffn_size    = 11008
  vocab_size  = 32000
}
