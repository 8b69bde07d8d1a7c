# Report: https://glennklockwood.com/garden/component-reliability (Meta Llama 3, Crusoe)
# Summary: A node of eight GPUs stops for one of them about every other year; a task that needs all eight has no reserve.
# Confidence: high
# Profile: practice
# Fires: headroom/task-reserve
# Assumed: SXM cards, the processors, the host memory and what a task holds.

server "eight" {
  gpu {
    model = "nvidia-h100-sxm5-80gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "intel-xeon-platinum-8480+"
    sockets = 2
  }
  memory {
    capacity = "2TB"
  }

  workload "tasks" "training" {
    count         = 1
    gpus_per_task = 8
    gpu_memory    = "60GB"
  }
}
