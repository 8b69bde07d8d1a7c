include = "x.hcl"
variable "" {}
server "a" {
  platform = "nvidia-dgx-h100"
}
server "" {
  platform = ""
}
