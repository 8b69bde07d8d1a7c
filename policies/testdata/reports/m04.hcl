# Report: https://manuzoid.com/manuals/peG8Q-Dell%20Servers%20Solution%20Resources%20User%20guide (Dell technote, 2nd-gen EPYC)
# Summary: Eight or sixteen like DIMMs a processor are balanced; odd numbers and mixed sizes are not.
# Confidence: high
# Profile: practice
# Fires on odd: bandwidth/memory-channels
# Fires on mixed: bandwidth/memory-channels | part/mixed-dimms
# Fires not on balanced: bandwidth/memory-channels
# Assumed: a T4 and DIMMs of 16 and 32 GB: the note is about memory alone.

server "odd" {
  gpu {
    model = "nvidia-t4"
    count = 1
  }
  cpu {
    model = "amd-epyc-7742"
  }
  memory {
    capacity = "224GB"
    dimm {
      count = 7
      size  = "32GB"
      type  = "ddr4"
      speed = "3200MT/s"
    }
  }
}

server "mixed" {
  gpu {
    model = "nvidia-t4"
    count = 1
  }
  cpu {
    model = "amd-epyc-7742"
  }
  memory {
    capacity = "192GB"
    dimm {
      count = 4
      size  = "32GB"
      type  = "ddr4"
      speed = "3200MT/s"
    }
    dimm {
      count = 4
      size  = "16GB"
      type  = "ddr4"
      speed = "3200MT/s"
    }
  }
}

server "balanced" {
  gpu {
    model = "nvidia-t4"
    count = 1
  }
  cpu {
    model = "amd-epyc-7742"
  }
  memory {
    capacity = "256GB"
    dimm {
      count = 8
      size  = "32GB"
      type  = "ddr4"
      speed = "3200MT/s"
    }
  }
}
