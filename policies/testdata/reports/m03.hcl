# Report: https://www.manualshelf.com/manual/dell/general-solution-resources/15-14-13-12-11-10-9-8-7-6-5-4-3-2-1-white-papers-english/page-7.html (Dell balanced-memory white paper)
# Summary: Populating four of six channels costs up to a third of the bandwidth, one DIMM a channel instead of two 3 %.
# Confidence: high
# Profile: practice
# Fires on four-of-six: bandwidth/memory-channels
# Fires not on one-a-channel: bandwidth/memory-channels
# Assumed: a T4 and DIMMs of 32 GB: the paper is about memory alone.

server "four-of-six" {
  gpu {
    model = "nvidia-t4"
    count = 1
  }
  cpu {
    model   = "intel-xeon-gold-6248"
    sockets = 2
  }
  memory {
    capacity = "256GB"
    dimm {
      count = 8
      size  = "32GB"
      type  = "ddr4"
      speed = "2933MT/s"
    }
  }
}

server "one-a-channel" {
  gpu {
    model = "nvidia-t4"
    count = 1
  }
  cpu {
    model   = "intel-xeon-gold-6248"
    sockets = 2
  }
  memory {
    capacity = "384GB"
    dimm {
      count = 12
      size  = "32GB"
      type  = "ddr4"
      speed = "2933MT/s"
    }
  }
}
