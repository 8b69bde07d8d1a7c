# Report: https://github.com/epoch-research/training-cost-trends (quotes SemiAnalysis)
# Summary: Parts beside the GPUs are 12 % of the price of a vendor's box of eight.
# Confidence: medium
# Profile: practice
# Fires not: budget/split
# Assumed: what is not for GPUs as one sum.

server "box" {
  platform = "nvidia-dgx-h100"

  budget {
    currency = "USD"
    gpu      = 237990
    other    = 32010
  }
}
