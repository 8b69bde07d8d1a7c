# Eight modules of 700 W are 5.6 kW. Behind "want" stands what the rule has to say of
# the next line, as a regular expression.
server "warm" {
  gpu {
    model = "nvidia-h100-sxm5-80gb"
    # want "the GPUs of a node take 5600 W, more than the 3000 W that are cooled"
    count = 8
  }
  cpu {
    model   = "amd-epyc-9354"
    sockets = 2
  }
  memory {
    capacity = "1536GB"
  }
}
