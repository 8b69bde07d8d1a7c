# NVIDIA's DGX A100 with 640 GB of GPU memory, written out part by part.
#
# Source: MLPerf Training v2.1 results, NVIDIA/systems/dgxa100_n128_ngc22.04_mxnet.json;
# power from the DGX A100 data sheet (6.5 kW, six supplies of 3 kW, three spare).
# Verdict: pass

server "dgx-a100" {
  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "amd-epyc-7742"
    sockets = 2
  }
  memory {
    capacity = "2TB"
    ecc      = true
  }
  storage "os" {
    kind  = "nvme"
    role  = "os"
    count = 2
    size  = "1.92TB"
  }
  storage "cache" {
    kind  = "nvme"
    role  = "data"
    count = 8
    size  = "3.84TB"
    pcie  = "4x4"
  }
  network "compute" {
    kind  = "infiniband"
    role  = "compute"
    ports = 8
    speed = "200Gb/s"
  }
  network "storage" {
    kind  = "infiniband"
    role  = "storage"
    ports = 2
    speed = "200Gb/s"
  }
  power {
    supplies   = 6
    rating     = "3000W"
    redundancy = "3+3"
  }
}
