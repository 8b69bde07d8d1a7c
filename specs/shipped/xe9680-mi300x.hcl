# Dell's PowerEdge XE9680 with eight MI300X: 1.33 times host memory, as shipped.
#
# Source: MLPerf Inference v5.1 results, closed/Dell/systems/XE9680_MI300X_192GBx8.json.
# 141 GB and more on a GPU came without more RAM: 1.15 times is what rackvet asks of
# training there, and serving asks less.
# Verdict: pass

server "xe9680-mi300x" {
  gpu {
    model = "amd-mi300x"
    count = 8
    link  = "xgmi"
  }
  cpu {
    model   = "intel-xeon-platinum-8462y+"
    sockets = 2
  }
  memory {
    capacity = "2TB"
    ecc      = true
    dimm {
      count = 32
      size  = "64GB"
      type  = "ddr5"
    }
  }
  storage "data" {
    kind = "nvme"
    role = "data"
    size = "3.84TB"
  }

  workload "inference" "assistant" {
    model       = "llama-3.1-405b"
    weights     = "bf16"
    engine      = "vllm"
    max_context = 32768
    context     = 8192
    concurrency = 32
    replicas    = 1

    parallelism {
      tensor = 8
    }
  }
}
