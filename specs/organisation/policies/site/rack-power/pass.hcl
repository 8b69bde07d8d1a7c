# Seven nodes of 2 kW and a spare one in rack B1.
server "assistant" {
  nodes = 7
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
  }
  power {
    supplies   = 2
    rating     = "2000W"
    redundancy = "1+1"
  }
}

server "assistant-spare" {
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
  }
  power {
    supplies   = 2
    rating     = "2000W"
    redundancy = "1+1"
  }
}
