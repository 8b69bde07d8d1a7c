# Seven nodes of eight cards of 350 W are 19.6 kW.
server "training" {
  nodes = 6
  gpu {
    model = "nvidia-l40s"
    count = 8
  }
  cpu {
    model   = "amd-epyc-9354"
    sockets = 2
  }
  memory {
    capacity = "768GB"
  }
}

server "serving" {
  gpu {
    model = "nvidia-l40s"
    count = 8
  }
  cpu {
    model   = "amd-epyc-9354"
    sockets = 2
  }
  memory {
    capacity = "768GB"
  }
}
