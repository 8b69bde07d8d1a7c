# A full fine-tune of 32.8 billion parameters with everything offloaded: 27 bytes of
# host memory a parameter, and 1.6 times the GPU memory is 512 GB.
server "offload-without-room" {
  gpu {
    model = "nvidia-a100-sxm4-40gb"
    count = 8
    link  = "nvswitch"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    capacity = "512GB"
  }

  # want "the workloads take [0-9.]+ GiB of host memory, above the 512 GiB that the node has"
  workload "finetuning" "assistant" {
    model           = "qwen2.5-32b"
    sequence_length = 2048
    micro_batch     = 1
    recompute       = "full"
    sharding        = "zero3"
    offload         = "all"
  }
}
