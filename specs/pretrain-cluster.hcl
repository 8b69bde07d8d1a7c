# Four DGX H100 pre-train a 13B model: a spec may be a platform and its workloads.
#
# Source: the platform's figures are NVIDIA's, as in the catalogue (rackvet enrich
# shows them). Tensor parallelism stays inside a node; the nodes exchange gradients.
# Verdict: pass

server "pretrain-cluster" {
  platform = "nvidia-dgx-h100"
  nodes    = 4

  workload "training" "pretrain" {
    model            = "llama-2-13b"
    nodes            = 4
    precision        = "bf16"
    gradients        = "fp32"
    optimizer        = "adamw"
    sequence_length  = 4096
    micro_batch      = 2
    global_batch     = 1024
    recompute        = "selective"
    sharding         = "zero1"
    checkpoint_every = "30m"

    parallelism {
      tensor   = 4
      sequence = true
    }
  }
}
