# What the catalogue lacks and every spec may name: with the folder of rules comes
# what it describes.

part "gpu" "harbour-a100-40gb" {
  description  = "A100 PCIe cards out of a cluster that was retired, capped for our racks"
  memory       = "40GB"
  ecc          = true
  links        = []
  pcie         = "4x16"
  peer_to_peer = true
  tdp          = "200W"
  form_factor  = "pcie"
  precisions   = ["fp64", "fp32", "tf32", "bf16", "fp16", "int8"]
  source       = "our own inventory; the memory is the data sheet's, the power what we set"
}
