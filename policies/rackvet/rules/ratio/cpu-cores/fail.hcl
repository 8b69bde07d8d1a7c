# A render box of eight cards on one processor of 16 cores. The board has a second
# socket, and a second processor makes 4 cores a card.
server "one-small-processor" {
  gpu {
    model = "nvidia-rtx-3090"
    count = 8
    pcie  = "4x8"
  }
  cpu {
    # want "the node has 2 CPU cores a GPU, under 4"
    model   = "amd-epyc-7302"
    sockets = 1
  }
  memory {
    capacity = "512GB"
  }

  workload "tasks" "renderers" {
    count       = 7
    gpu_memory  = "16GB"
    host_memory = "24GB"
  }
}
