package document

import (
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

const knownSpec = `server "whole" {
  gpu {
    model = "nvidia-l40s"
    count = 4
  }
  cpu {
    model = "amd-epyc-9354"
  }
  memory {
    capacity = "384GB"
    dimm {
      count = 12
      size  = "32GB"
    }
  }
  storage "scratch" {
    kind  = "nvme"
    count = 1
    size  = "1TB"
  }
  workload "inference" "chat" {
    model = "llama-3.1-8b"
  }
}

server "platform" {
  platform = "nvidia-dgx-h100"
}
`

func TestTakes(t *testing.T) {
	d := Read(source.NewFile("a.hcl", []byte(knownSpec)), Options{})
	whole := d.Servers()[0]
	p := func(steps ...any) finding.Path { return steps }
	for _, tc := range []struct {
		name  string
		path  finding.Path
		value string
		want  string // "" where it can be written
	}{
		{"a quantity", p("memory", "capacity"), `"512GiB"`, ""},
		{"an attribute that is left out", p("memory", "ecc"), "true", ""},
		{"a whole number", p("gpu", "count"), "8", ""},
		{"one of several", p("storage", "scratch", "kind"), `"sata"`, ""},
		{"a name", p("gpu", "model"), `"nvidia-h100"`, ""},
		{"a misspelt attribute", p("gpu", "cuont"), "8", `there is no gpu.cuont: did you mean "count"`},
		{"a text for a number", p("gpu", "count"), `"8"`, `gpu.count can't be "8": it is a whole number`},
		{"a part of a whole number", p("gpu", "count"), "1.5", "gpu.count can't be 1.5"},
		{"a number for a quantity", p("memory", "capacity"), "512", "memory.capacity can't be 512"},
		{"a quantity of another kind", p("memory", "capacity"), `"512W"`, `memory.capacity can't be "512W"`},
		{"a text for true or false", p("memory", "ecc"), `"yes"`, `memory.ecc can't be "yes": it is true or false`},
		{"none of several", p("storage", "scratch", "kind"), `"tape"`, `storage.scratch.kind can't be "tape"`},
		{"a block", p("memory"), "1", "memory is a block, and can't be 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := whole.Takes(tc.path, tc.value)
			if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("got %v, want %q", err, tc.want)
			}
		})
	}
}

func TestKnows(t *testing.T) {
	d := Read(source.NewFile("a.hcl", []byte(knownSpec)), Options{})
	whole, platform := d.Servers()[0], d.Servers()[1]
	p := func(steps ...any) finding.Path { return steps }
	for _, tc := range []struct {
		name   string
		server *Block
		path   finding.Path
		want   string // "" where the path is known
	}{
		{"the server itself", whole, p(), ""},
		{"a block", whole, p("memory"), ""},
		{"an attribute", whole, p("memory", "capacity"), ""},
		{"an attribute that is left out", whole, p("memory", "ecc"), ""},
		{"a block that is left out", whole, p("power"), ""},
		{"an attribute of a block that is left out", whole, p("power", "rating"), ""},
		{"a block with a name", whole, p("storage", "scratch", "size"), ""},
		{"all blocks of a kind", whole, p("storage"), ""},
		{"a kind of workload", whole, p("workload", "inference"), ""},
		{"a workload", whole, p("workload", "inference", "chat"), ""},
		{"an attribute of a workload that is left out", whole, p("workload", "inference", "chat", "engine"), ""},
		{"an attribute of a block in a workload that is left out", whole, p("workload", "inference", "chat", "parallelism", "tensor"), ""},
		{"one of several blocks", whole, p("memory", "dimm", 0, "size"), ""},
		{"what the platform has", platform, p("gpu", "count"), ""},
		{"a name that the platform may have", platform, p("network", "fabric", "speed"), ""},
		{"an attribute that is none", whole, p("memory", "colour"), "there is no memory.colour: known here are capacity, dimm, ecc"},
		{"a mistyped attribute", whole, p("memory", "capacty"), `there is no memory.capacty: did you mean "capacity"`},
		{"a mistyped block", whole, p("memry", "capacity"), `there is no memry.capacity: did you mean "memory"`},
		{"something in an attribute", whole, p("memory", "capacity", "unit"), "there is no memory.capacity.unit: a string has nothing in it"},
		{"a block of another name", whole, p("storage", "data"), "there is no storage.data: no such storage is in the spec"},
		{"one block more than there are", whole, p("memory", "dimm", 1), "there is no memory.dimm[1]: no such dimm is in the spec"},
		{"a number for a name", whole, p("storage", 0), "there is no storage[0]: storage has a name"},
		{"a workload of another name", whole, p("workload", "inference", "draft"), "no such workload is in the spec"},
		{"a kind that there is none of", whole, p("workload", "training", "chat"), "no such workload is in the spec"},
		{"a kind that is none", whole, p("workload", "baking"), `"baking" is no kind of workload`},
		{"an attribute of another kind", whole, p("workload", "inference", "chat", "optimizer"), "there is no workload.inference.chat.optimizer: "},
		{"a number to begin with", whole, p(1), "there is no [1]: "},
		{"an attribute that is none, of the platform's", platform, p("gpu", "colour"), "there is no gpu.colour: "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			err := tc.server.Knows(tc.path)
			switch {
			case tc.want == "" && err != nil:
				t.Error(err)
			case tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)):
				t.Errorf("says %v, want %q", err, tc.want)
			}
		})
	}
}
