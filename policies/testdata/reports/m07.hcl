# Report: https://maxj.phd/git/max/makenotwork/commit/ad63f4a16f618a21abeae3b306a4ed855da94278
# Summary: One DIMM a channel, since two would run a fifth slower.
# Confidence: medium
# Profile: practice
# Fires not: bandwidth/memory-channels
# Assumed: the GPUs, which are not stated.

server "one-a-channel" {
  gpu {
    model = "nvidia-rtx-pro-6000-blackwell-maxq"
    count = 2
  }
  cpu {
    model = "amd-threadripper-pro-7975wx"
  }
  memory {
    capacity = "512GB"
    dimm {
      count = 8
      size  = "64GB"
      type  = "ddr5"
      speed = "5600MT/s"
    }
  }
}
