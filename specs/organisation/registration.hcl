# Registration of scans: three tasks side by side on cards of our own stock.
#
# Source: 14 GB a task is what nvidia-smi shows of the ones that run today. The card is
# described in policies/catalog.hcl. Who lints with the rules knows it without the
# include, which lets this file stand alone.
# Verdict: pass

include = ["policies/catalog.hcl"]

server "registration" {
  description = "Aligns the scans of a night before the day begins"
  nodes       = 2

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
    ecc      = true
  }
  storage "scans" {
    kind  = "nvme"
    role  = "data"
    count = 4
    size  = "3.84TB"
    pcie  = "4x4"
  }
  power {
    supplies   = 2
    rating     = "1600W"
    redundancy = "1+1"
  }

  workload "tasks" "registration" {
    count       = 3
    gpu_memory  = "14GB"
    host_memory = "24GB"
  }
}
