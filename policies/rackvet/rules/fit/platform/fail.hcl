# A DGX H100 with PCIe cards: its board takes eight modules, and no cards.
server "cards-on-a-board" {
  platform = "nvidia-dgx-h100"

  gpu {
    # want "nvidia-dgx-h100 takes nvidia-h100-sxm5-80gb \(sxm\), and nvidia-h100-pcie-80gb is pcie"
    model = "nvidia-h100-pcie-80gb"
    # want "the board of nvidia-dgx-h100 has 8 GPUs, and the spec writes 4"
    count = 4

    switches = 4
  }
  memory {
    capacity = "1TB"
  }

  workload "tasks" "docking" {
    count      = 3
    gpu_memory = "60GB"
  }
}
