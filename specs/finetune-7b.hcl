# A full fine-tune of a 7B model on eight A100 80 GB, states divided among them.
#
# Source: AdamW in mixed precision keeps 16 bytes a parameter (Rajbhandari et al.,
# ZeRO, 2020), 108 GB for 6.74 billion: more than one card, and an eighth of it on
# each of eight.
# Verdict: pass

locals {
  cards = 8
  card  = 80
}

server "finetune-7b" {
  gpu {
    model = "nvidia-a100-sxm4-80gb"
    count = local.cards
    link  = "nvswitch"
  }
  cpu {
    model   = "amd-epyc-7763"
    sockets = 2
  }
  memory {
    # 1.6 times the GPU memory.
    capacity = "${local.cards * local.card * 8 / 5}GB"
    ecc      = true
  }
  storage "data" {
    kind  = "nvme"
    role  = "data"
    count = 4
    size  = "3.84TB"
    pcie  = "4x4"
  }
  budget {
    currency = "USD"
    gpu      = 110000
    memory   = 12000
    storage  = 24000
    cpu      = 12000
    network  = 4000
    other    = 8000
  }

  workload "finetuning" "assistant" {
    model           = "llama-2-7b"
    method          = "full"
    precision       = "bf16"
    optimizer       = "adamw"
    sequence_length = 4096
    micro_batch     = 1
    global_batch    = 64
    recompute       = "selective"
    sharding        = "zero3"
  }
}
