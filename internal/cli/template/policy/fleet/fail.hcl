# Nine nodes of eight cards of 350 W are 25.2 kW. Behind "want" stands what the rule has
# to say of the next line, as a regular expression.
server "training" {
  nodes = 8
  gpu {
    model = "nvidia-l40s"
    # want "the GPUs of all servers take 25.2 kW, more than the 20 kW that the room is cooled for; this one takes 22.4 kW"
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
