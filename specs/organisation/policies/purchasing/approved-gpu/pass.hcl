# Cards of our own, which catalog.hcl describes.
server "registration" {
  gpu {
    model = "harbour-a100-40gb"
    count = 2
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "256GB"
  }
}
