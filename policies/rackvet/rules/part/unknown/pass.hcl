# An engineering sample that the spec describes itself.
part "gpu" "sample-48gb" {
  memory = "48GB"
  links  = []
  pcie   = "5x16"
  tdp    = "300W"
}

server "sample" {
  gpu {
    model = "sample-48gb"
    count = 2
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "256GB"
  }

  workload "tasks" "trials" {
    count      = 1
    gpu_memory = "20GB"
  }
}
