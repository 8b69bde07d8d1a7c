# A first build, to be made into yours. What it says:
#
#     rackvet lint specs/
#     rackvet demand specs/

server "example" {
{{- if .Platform }}
  # A platform stands for every block that is not written here.
  platform = {{ .Platform }}
{{- else }}
  # Quantities are those of one node. rackvet catalog lists what is known by name.
  gpu {
    model = {{ .GPU }}
    count = {{ .Count }}
  }
  cpu {
    model   = {{ .CPU }}
    sockets = {{ .Sockets }}
  }
  memory {
    capacity = {{ .Memory }}
  }
{{- end }}

  # What it must carry: training, finetuning, inference, diffusion, or tasks, which
  # are programs that run side by side.
  workload "tasks" "jobs" {
    count      = {{ .Tasks }}
    gpu_memory = {{ .Task }}
  }
}
