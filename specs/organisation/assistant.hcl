# The assistant that writes reports: four nodes that serve, and one that takes over when
# one of them fails.
#
# Source: a model of 8.03 billion parameters takes 16 GB in 16 bits (Llama 3.1 model
# card), which a card of 48 GB holds with room for the cache. So each card serves by
# itself, and no link is needed.
# Verdict: pass

locals {
  card = "nvidia-l40s"
  ram  = "384GB" # twice the 192 GB of GPU memory
}

server "assistant" {
  description = "Drafts of reports"
  nodes       = 4

  gpu {
    model = local.card
    count = 4
  }
  cpu {
    model   = "amd-epyc-9354"
    sockets = 1
  }
  memory {
    capacity = local.ram
    ecc      = true
  }
  network "front" {
    kind  = "ethernet"
    role  = "management"
    ports = 2
    speed = "25Gb/s"
  }
  power {
    supplies   = 2
    rating     = "2700W"
    redundancy = "1+1"
  }

  workload "inference" "reports" {
    model       = "llama-3.1-8b"
    weights     = "bf16"
    engine      = "vllm"
    max_context = 8192
    context     = 2048
    concurrency = 64
    replicas    = 4
  }
}

# A server without workloads is a spare one: site/spare-nodes counts it.
server "assistant-spare" {
  gpu {
    model = local.card
    count = 4
  }
  cpu {
    model   = "amd-epyc-9354"
    sockets = 1
  }
  memory {
    capacity = local.ram
    ecc      = true
  }
  power {
    supplies   = 2
    rating     = "2700W"
    redundancy = "1+1"
  }
}
