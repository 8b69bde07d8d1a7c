# Nine nodes of 2 kW in rack B1, and a server that stands nowhere.
server "assistant" {
  nodes = 9
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
  # want "rack B1 may draw 18 kW, more than the 17.6 kW that its feed carries"
  power {
    supplies   = 2
    rating     = "2000W"
    redundancy = "1+1"
  }
}

# want "no rack is planned for the server"
server "forgotten" {
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
