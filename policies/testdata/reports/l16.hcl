# Report: mlfoundations/open_clip#466 and #325
# Summary: Nodes joined by 10 Gb/s: 30 samples a second and GPU on one node, 10 on two, 5 on three.
# Confidence: high
# Profile: practice
# Fires: bandwidth/network-per-gpu
# Assumed: SXM cards, the processors and the host memory.

server "clip" {
  nodes = 3

  gpu {
    model = "nvidia-v100-sxm2-32gb"
    count = 8
  }
  cpu {
    model   = "intel-xeon-gold-6248"
    sockets = 2
  }
  memory {
    capacity = "512GB"
  }
  network "ethernet" {
    kind  = "ethernet"
    role  = "compute"
    ports = 1
    speed = "10Gb/s"
  }

  workload "training" "clip" {
    model    = "coca-vit-l-14"
    nodes    = 3
    sharding = "none"
  }
}

model "coca-vit-l-14" {
  description = "Text and picture towers; its own count"
  parameters  = 638000000
}
