# A typing error in the GPU's name, which leaves the build without one.
server "typing-error" {
  gpu {
    # want "no GPU \"nvidia-a100-pice-40gb\" is known"
    model = "nvidia-a100-pice-40gb"
    count = 2
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "128GB"
  }
}
