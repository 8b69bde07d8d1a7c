# How Harbour Imaging, which is made up, judges its orders: by the rules of rackvet
# and by three of its own. Run rackvet lint in this folder.

policies = ["policies"]

# What can't be told of an order has to be found out before it goes out.
undecided = "fail"

# The larger of our two sites keeps more nodes for a spare one.
rule "site/spare-nodes" {
  params = { nodes_a_spare = 6 }
}
