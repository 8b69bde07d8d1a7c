# Eight cards of 350 W are 2.8 kW.
server "cool" {
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
