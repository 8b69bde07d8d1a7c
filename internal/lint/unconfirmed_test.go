package lint

import (
	"slices"
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/policies"
)

func TestUnconfirmedFiguresAreSaidWhereAResultTurnsOnThem(t *testing.T) {
	in := &enrich.Input{
		GPU:      enrich.GPU{ID: "g", Unconfirmed: []string{"tdp", "memory"}},
		CPU:      enrich.CPU{Family: "c", Unconfirmed: []string{"pcie_lanes"}},
		Platform: &enrich.Platform{ID: "p", Unconfirmed: []string{"memory.capacity", "gpu"}},
		Workloads: []enrich.Workload{
			{Model: "m", Path: finding.Path{"workload", "inference", "a"}, Unconfirmed: []string{"component.vae.parameters"}},
			{Model: "n", Path: finding.Path{"workload", "inference", "b"}, Unconfirmed: []string{"heads"}},
		},
	}
	for name, tt := range map[string]struct {
		figures []string
		outcome finding.Outcome
		path    finding.Path
		want    []string
	}{
		"a part's":                             {[]string{"gpu.tdp", "cpu.tdp"}, finding.Fail, finding.Path{}, []string{"tdp of g"}},
		"a pass turns on it too":               {[]string{"cpu.pcie_lanes"}, finding.Pass, finding.Path{}, []string{"pcie lanes of c"}},
		"what is skipped does not":             {[]string{"gpu.tdp"}, finding.Skipped, finding.Path{}, nil},
		"all within a block of the platform":   {[]string{"platform.memory"}, finding.Fail, finding.Path{}, []string{"memory.capacity of p"}},
		"a block that is in doubt as a whole":  {[]string{"platform.gpu.count"}, finding.Fail, finding.Path{}, []string{"gpu of p"}},
		"a name that only begins like another": {[]string{"platform.memory.capac", "gpu.td"}, finding.Fail, finding.Path{}, nil},
		"the model of the workload at hand":    {[]string{"model.heads", "model.component"}, finding.Fail, finding.Path{"workload", "inference", "b", "gpus"}, []string{"heads of n"}},
		"of all where it is about none":        {[]string{"model.heads", "model.component"}, finding.Fail, finding.Path{"schedule"}, []string{"heads of n", "component.vae.parameters of m"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, e := range unconfirmed(policy.Judgement{Rule: &policy.Rule{Figures: tt.figures}, Outcome: tt.outcome, Path: tt.path}, in) {
				got = append(got, e.Text)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// What rules say they turn on are attributes of the catalogue's entries.
func TestFiguresOfRulesExist(t *testing.T) {
	bundle, err := policy.Load(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	definitions := map[string]string{"gpu": "GPUPart", "cpu": "CPUPart", "model": "Model", "platform": "Server"}
	shape := document.LoadShape()
	for _, r := range bundle.Rules() {
		for _, figure := range r.Figures {
			steps := strings.Split(figure, ".")
			d := shape.Definitions[definitions[steps[0]]]
			for _, step := range steps[1:] {
				if d == nil {
					t.Errorf("%s: figure %s: nothing has %s", r.ID, figure, step)
					break
				}
				block, attribute := d.Block(step), d.Attribute(step)
				if block == nil && attribute == nil && figure != "platform.power_max" {
					t.Errorf("%s: figure %s: no %s", r.ID, figure, step)
				}
				if d = nil; block != nil {
					d = shape.Definitions[block.Definition]
				}
			}
		}
	}
}
