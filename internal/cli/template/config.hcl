# How rackvet judges here. Lines that are commented out are examples, or say what
# holds without them; rackvet config show lists what is in force.

# The set of thresholds: article (rules of thumb), practice (what shipped systems
# and reports support), nvidia-certified (host memory of 2 ×), or strict, which
# fails on warnings.
profile = "article"

# The least level of a failing result that fails its server: error, warning or note.
#fail_on = "error"

# What an error does that can't be decided because a figure is missing: report or fail.
#undecided = "report"

# Files that folders are walked without, from the folder of this file.
#exclude = ["legacy/**"]

# Folders and bundles of rules of your own, from the folder of this file. rackvet
# policy new writes a rule to start from.
#policies = ["policies"]

# Values of variables that specs declare.
#variables = { nodes = 4 }

# A rule of which you want less, or none, or another threshold. rackvet rules lists
# them, and rackvet explain ratio/host-memory tells of one.
#rule "ratio/host-memory" {
#  level  = "warning"
#  params = { general_warning = 2 }
#}
#rule "budget/split" {
#  enabled = false
#}

# A failure that is accepted, with the reason and the last day. In a spec the same
# is a comment on the line before: # rackvet:waive RULE reason="…" until=2027-03-31
#waiver "ratio/host-memory" {
#  servers = ["lab-*"]
#  reason  = "the second half of the memory comes with the next order"
#  until   = "2027-03-31"
#}
