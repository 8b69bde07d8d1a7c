# Eight A100 and two workloads in fp8. Ampere has no such arithmetic: training in it
# does not start, and serving unpacks the weights to 16 bit.
server "ampere-in-fp8" {
  platform = "nvidia-dgx-a100"

  workload "finetuning" "assistant" {
    model = "llama-3.1-8b"
    # want "nvidia-a100-sxm4-80gb does not compute in fp8, and the run asks for it"
    precision       = "fp8"
    sequence_length = 4096
    micro_batch     = 1
    recompute       = "selective"
    sharding        = "zero3"
  }

  workload "inference" "chat" {
    model = "llama-3.1-70b"
    # want "nvidia-a100-sxm4-80gb does not compute in fp8: weights in it save memory and no time"
    weights     = "fp8"
    max_context = 16384
    context     = 4096
    concurrency = 64
    replicas    = 4

    parallelism {
      tensor = 2
    }
  }
}
