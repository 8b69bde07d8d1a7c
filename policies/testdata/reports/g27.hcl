# Report: epfLLM/Megatron-LLM#52
# Summary: 32 cards of 80 GB are the least on which a full fine-tune of 70 billion parameters ran.
# Confidence: high
# Profile: practice
# Fires on one-node: headroom/gpu-memory
# Fires not on four-nodes: headroom/gpu-memory
# Assumed: the processors and the host memory, sound ones.
# Assumed: tensor parallelism in a node, pipeline over nodes, and selective recompute, as the project's guide has it.

server "one-node" {
  nodes = 1

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
    capacity = "2TB"
  }

  workload "finetuning" "assistant" {
    model     = "llama-2-70b"
    method    = "full"
    nodes     = 1
    precision = "bf16"
    optimizer = "adamw"
    recompute = "selective"

    parallelism {
      tensor   = 8
      pipeline = 1
      sequence = true
    }
  }
}

server "four-nodes" {
  nodes = 4

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
    capacity = "2TB"
  }

  workload "finetuning" "assistant" {
    model     = "llama-2-70b"
    method    = "full"
    nodes     = 4
    precision = "bf16"
    optimizer = "adamw"
    recompute = "selective"

    parallelism {
      tensor   = 8
      pipeline = 4
      sequence = true
    }
  }
}
