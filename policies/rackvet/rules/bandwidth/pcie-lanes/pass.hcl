# Eight L40S at x16 with drives and a port: 152 of the 160 lanes of two EPYC.
server "lanes-to-spare" {
  gpu {
    model = "nvidia-l40s"
    count = 8
  }
  cpu {
    model   = "amd-epyc-7543"
    sockets = 2
  }
  memory {
    capacity = "768GB"
  }
  storage "data" {
    kind  = "nvme"
    role  = "data"
    count = 4
    size  = "3.84TB"
  }
  network "front" {
    kind  = "ethernet"
    role  = "management"
    ports = 1
    speed = "100Gb/s"
  }

  workload "tasks" "rendering" {
    count      = 7
    gpu_memory = "40GB"
  }
}
