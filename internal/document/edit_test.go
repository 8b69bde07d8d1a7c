package document

import (
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

func TestEdit(t *testing.T) {
	const text = `server "a" {
  gpu { model = "x" }
  memory {
    # all of it
    capacity = local.ram
    dimm {
      count = 1
    }
    dimm {
      count = 2
    }
  }
  workload "inference" "chat" {
    model = "m"
  }
}
`
	b := Read(source.NewFile("a.hcl", []byte("locals {\n  ram = \"1GB\"\n}\n"+text)), Options{}).Root.Block("server")
	for name, tt := range map[string]struct {
		path finding.Path
		line int
		old  string // what is replaced
		want string
	}{
		"a value is replaced, an expression too":      {finding.Path{"memory", "capacity"}, 8, "local.ram", "V"},
		"one of several blocks":                       {finding.Path{"memory", "dimm", 1, "count"}, 13, "2", "V"},
		"what is not there goes before the first":     {finding.Path{"memory", "ecc"}, 8, "", "ecc = V\n    "},
		"in a labelled block":                         {finding.Path{"workload", "inference", "chat", "context"}, 17, "", "context = V\n    "},
		"in the server itself":                        {finding.Path{"nodes"}, 5, "", "nodes = V\n  "},
		"not in a block on one line":                  {finding.Path{"gpu", "link"}, 0, "", ""},
		"not in a block that is not there":            {finding.Path{"power", "supplies"}, 0, "", ""},
		"not in another of the labels":                {finding.Path{"workload", "inference", "batch", "context"}, 0, "", ""},
		"not what no block has":                       {finding.Path{"memory", "colour"}, 0, "", ""},
		"not a block":                                 {finding.Path{"memory"}, 0, "", ""},
		"a value on one line is as good as any other": {finding.Path{"gpu", "model"}, 5, `"x"`, "V"},
	} {
		t.Run(name, func(t *testing.T) {
			at, got, ok := b.Edit(tt.path, "V")
			if ok != (tt.want != "") || got != tt.want || ok && at.Start.Line != tt.line {
				t.Fatalf("%v, %q in line %d; want %q in line %d", ok, got, at.Start.Line, tt.want, tt.line)
			}
			if n := at.End.Byte - at.Start.Byte; n != len(tt.old) {
				t.Errorf("%d bytes are replaced, want those of %q", n, tt.old)
			}
		})
	}
}
