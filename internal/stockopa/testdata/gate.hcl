profile  = "practice"
policies = ["acme"]

rule "ratio/host-memory" {
  level  = "warning"
  params = { training_error = 1.3 }
}

rule "power/supply" {
  enabled = false
}

rule "acme/total-power" {
  level = "warning"
}

rule "acme/price-of-gpu" {
  params = { most = 9999.99 }
}
