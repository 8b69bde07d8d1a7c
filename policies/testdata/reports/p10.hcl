# Report: https://www.mov-axbx.com/wopr/wopr_power.html
# Summary: Seven cards of 450 W and a processor of 280 W run for months on four supplies of 1,000 W.
# Confidence: high
# Profile: practice
# Fires: power/supply (warning)
# Fires not: power/supply (error)
# Assumed: the host memory.

server "seven" {
  gpu {
    model = "nvidia-rtx-4090"
    count = 7
  }
  cpu {
    model = "amd-epyc-7763"
  }
  memory {
    capacity = "256GB"
  }
  power {
    supplies = 4
    rating   = "1000W"
  }
}
