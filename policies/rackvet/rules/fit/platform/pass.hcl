# A DGX H100 with the GPUs that it is sold with, written out.
server "modules-on-a-board" {
  platform = "nvidia-dgx-h100"

  gpu {
    model = "nvidia-h100-sxm5-80gb"
    count = 8
    link  = "nvlink"

    switches = 4
  }

  workload "tasks" "docking" {
    count      = 7
    gpu_memory = "60GB"
  }
}
