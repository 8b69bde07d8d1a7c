# Report: modelscope/ms-swift#9982
# Summary: Each of 16 ranks holds a copy of 35 billion parameters, twice at the peak: 2.2 TB on a host of 2 TB.
# Confidence: high
# Profile: practice
# Fires: ratio/host-memory | ratio/host-demand
# Assumed: the processors.
# Assumed: full recompute of activations, which such recipes have.
# Assumed: a pickle for weights that every rank holds whole.

server "ascend" {
  gpu {
    model = "huawei-ascend-910b"
    count = 16
  }
  cpu {
    model   = "kunpeng-920"
    sockets = 4
    cores   = 48
  }
  memory {
    capacity = "2048GB"
  }

  workload "finetuning" "assistant" {
    model     = "qwen3.5-35b-a3b"
    method    = "full"
    precision = "bf16"
    recompute = "full"
    sharding  = "zero3"
    files     = "pickle"
  }
}
