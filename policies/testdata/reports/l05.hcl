# Report: kohya-ss/sd-scripts#1434
# Summary: Two cards over PCIe train at 61 % efficiency each.
# Confidence: high
# Profile: practice
# Fires: bandwidth/pooled-memory
# Assumed: the processors and the host memory.
# Assumed: SDXL: the report names the scripts alone.

server "trainer" {
  gpu {
    model = "nvidia-h100-pcie-80gb"
    count = 2
    link  = "pcie"
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "256GB"
  }

  workload "finetuning" "pictures" {
    model     = "sdxl"
    method    = "full"
    precision = "bf16"
    sharding  = "none"
  }
}
