# Four consumer cards serve a 70B model in 4 bits: it works, and two warnings say
# what it costs.
#
# Source: a build reported to vLLM (vllm-project/vllm issue 6955): four RTX 3090 Ti in
# PCIe 4 x16 slots, 64 GB of RAM. Tensor parallelism over four cards lifted decoding
# from 30 to 46 tokens a second and left reading the prompt where it was.
# Verdict: pass
# Warnings: bandwidth/pooled-memory, ratio/host-memory

server "workstation-70b" {
  gpu {
    model = "nvidia-rtx-3090ti"
    count = 4
    link  = "pcie"
    pcie  = "4x16"
  }
  cpu {
    model = "amd-epyc-7302P"
  }
  memory {
    capacity = "64GB"
  }
  storage "models" {
    kind = "nvme"
    role = "data"
    size = "2TB"
    pcie = "4x4"
  }

  workload "inference" "chat" {
    model        = "llama-3.1-70b"
    weights      = "int4-awq"
    engine       = "vllm"
    max_context  = 8192
    context      = 2048
    concurrency  = 5
    max_num_seqs = 16

    parallelism {
      tensor = 4
    }
  }
}
