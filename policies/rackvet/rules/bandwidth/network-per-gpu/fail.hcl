# Two nodes of eight A100 fine-tune 7 billion parameters together, over the two
# 10 Gb/s ports that came with the board.
server "pair-over-ten-gigabit" {
  nodes = 2

  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "1TB"
  }
  network "onboard" {
    kind  = "ethernet"
    ports = 2
    speed = "10Gb/s"
  }

  # want "sharded training over 2 nodes has 20 Gb/s a node, under 50 Gb/s"
  workload "finetuning" "assistant" {
    model           = "llama-2-7b"
    nodes           = 2
    sequence_length = 4096
    micro_batch     = 1
    recompute       = "selective"
    sharding        = "zero3"
  }
}
