# Report: huggingface/blog#1412
# Summary: A 70B fine-tune on two nodes of 1 TB: over 2 TB if each process loads the model, and fine if one does.
# Confidence: high
# Profile: practice
# Fires on every-process: ratio/host-memory | ratio/host-demand
# Fires not on once: ratio/host-memory, ratio/host-demand
# Assumed: the processors.
# Assumed: one sequence of 2,048 tokens and full recompute, as that post has it.
# Assumed: a pickle for weights that every process reads whole, safetensors for those loaded once.

server "every-process" {
  nodes = 2

  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "intel-xeon-platinum-8275cl"
    sockets = 2
    cores   = 24
  }
  memory {
    capacity = "1TB"
  }

  workload "finetuning" "assistant" {
    model           = "llama-2-70b"
    method          = "full"
    nodes           = 2
    precision       = "bf16"
    sequence_length = 2048
    micro_batch     = 1
    recompute       = "full"
    sharding        = "zero3"
    files           = "pickle"
  }
}

server "once" {
  nodes = 2

  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "intel-xeon-platinum-8275cl"
    sockets = 2
    cores   = 24
  }
  memory {
    capacity = "1TB"
  }

  workload "finetuning" "assistant" {
    model           = "llama-2-70b"
    method          = "full"
    nodes           = 2
    precision       = "bf16"
    sequence_length = 2048
    micro_batch     = 1
    recompute       = "full"
    sharding        = "zero3"
    files           = "safetensors"
  }
}
