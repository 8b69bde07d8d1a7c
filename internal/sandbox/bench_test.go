package sandbox

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rackvet/rackvet/internal/policy"
)

// three are rules of the size that organisations have.
func three() *policy.Folder {
	return &policy.Folder{Name: "org", Files: map[string][]byte{
		"approved.rego": []byte(rule("rules", "approved", `results contains {"outcome": outcome, "level": "error", "path": ["gpu", "model"], "values": {"gpu": input.gpu.written}}

outcome := "pass" if {
	input.gpu.id in data.org.approved
} else := "fail"
`)),
		"data.yaml": []byte("approved: [nvidia-l40s, nvidia-h100-pcie-80gb, nvidia-a100-sxm4-80gb]\n"),
		"watts.rego": []byte(rule("rules", "watts", `results contains {"outcome": "pass", "level": "error", "path": ["gpu", "count"], "values": {"watts": format_int(watts, 10)}} if watts <= 6000

results contains {"outcome": "fail", "level": "error", "path": ["gpu", "count"], "values": {"watts": format_int(watts, 10)}} if watts > 6000

watts := input.gpu.count * object.get(input.gpu, "tdp_watts", 700)
`)),
		"workloads.rego": []byte(rule("rules", "workloads", `results contains {"outcome": outcome, "level": "error", "path": workload.path} if {
	some workload in input.workloads
	outcome := {true: "pass", false: "fail"}[room(workload)]
}

room(workload) if workload.gpu.high_bytes <= input.gpu.usable_bytes

else := false
`)),
	}}
}

// BenchmarkServer is what three rules cost for a server: evaluated as built-in rules
// are, and in a process of their own.
func BenchmarkServer(b *testing.B) {
	s, bundle := setup(b, three())
	input := server(b, "s")
	only := []string{"hostile/approved", "hostile/watts", "hostile/workloads"}
	b.Run("as built in", func(b *testing.B) {
		e, err := policy.NewEngine(bundle, policy.Options{Only: only, EffectiveTime: s.Time})
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if _, err := e.Eval(b.Context(), input); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("in a process", func(b *testing.B) {
		p, err := NewPool(b.Context(), command(b), s, bundle, Limits{}, nil)
		if err != nil {
			b.Fatal(err)
		}
		defer p.Close()
		for b.Loop() {
			if _, err := p.Eval(b.Context(), input); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkRun is a run of rackvet, over one spec and over many: with the built-in
// rules alone, and with three more.
func BenchmarkRun(b *testing.B) {
	dir, own := b.TempDir(), b.TempDir()
	program := filepath.Join(dir, "rackvet")
	if out, err := exec.Command("go", "build", "-o", program, "../../cmd/rackvet").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	write := func(name string, text []byte) {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	for name, text := range three().Files {
		write(filepath.Join(own, name), text)
	}
	spec, err := os.ReadFile("../../specs/finetune-7b.hcl")
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{1, 400} {
		specs := b.TempDir()
		for i := range n {
			write(filepath.Join(specs, fmt.Sprintf("%03d.hcl", i)), spec)
		}
		for name, more := range map[string][]string{"built-in rules": nil, "three more": {"--policy", own}} {
			b.Run(fmt.Sprintf("%d specs/%s", n, name), func(b *testing.B) {
				for b.Loop() {
					if out, err := exec.Command(program, append([]string{"lint", "--no-config", specs}, more...)...).CombinedOutput(); err != nil {
						b.Fatalf("%v: %s", err, out)
					}
				}
			})
		}
	}
}
