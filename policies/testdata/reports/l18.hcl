# Report: horovod/horovod#416
# Summary: Sixteen PCIe cards over 40 Gb/s scale to 73 %.
# Confidence: medium
# Profile: practice
# Fires: bandwidth/pooled-memory (note)
# Assumed: four nodes of four cards; the processors and the host memory.

server "horovod" {
  nodes = 4

  gpu {
    model = "nvidia-v100-pcie-16gb"
    count = 4
    link  = "pcie"
  }
  cpu {
    model   = "intel-xeon-gold-6148"
    sockets = 2
  }
  memory {
    capacity = "256GB"
  }
  network "roce" {
    kind  = "roce"
    role  = "compute"
    ports = 1
    speed = "40Gb/s"
  }

  workload "training" "pictures" {
    model    = "resnet-101"
    nodes    = 4
    sharding = "none"
  }
}

model "resnet-101" {
  description = "A convolutional network; its own count"
  parameters  = 44500000
}
