# Four A100 40 GB with 256 GB of RAM: the article's example of a balanced node.
#
# Source: the sizing article that rackvet's default thresholds come from. 1.5 to 2
# times 160 GB of GPU memory is 240 to 320 GB of RAM; 256 GB is 1.6 times.
# Verdict: pass

server "a100-256gb" {
  gpu {
    model = "nvidia-a100-sxm4-40gb"
    count = 4
    link  = "nvlink"
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
  power {
    supplies   = 4
    rating     = "2200W"
    redundancy = "2+2"
  }

  workload "training" "vision" {
    description     = "A language model of 1.3 billion parameters, trained whole"
    model           = "lab-1.3b"
    sequence_length = 2048
    micro_batch     = 1
    sharding        = "zero1"
  }
}

# What the catalogue lacks is described in the spec: the shape of GPT-3 XL
# (Brown et al. 2020, table 2.1).
model "lab-1.3b" {
  layers      = 24
  hidden_size = 2048
  heads       = 16
  head_dim    = 128
  ffn_size    = 8192
  gated       = false
  vocab_size  = 50257
  max_context = 2048

  tied_embeddings = true
}
