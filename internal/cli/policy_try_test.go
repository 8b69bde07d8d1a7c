package cli

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/policy"
	"github.com/rackvet/rackvet/policies"
)

// The builds that rules are tried on are sound specs, of every kind of workload and
// with what may be left out, and every rule that is built in answers for them.
func TestBuildsThatRulesAreTriedOn(t *testing.T) {
	known, err := catalog.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	bundle, err := policy.Load(policies.FS)
	if err != nil {
		t.Fatal(err)
	}
	engine, err := policy.NewEngine(bundle, policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	files, err := new(policyCheck).specs()
	if err != nil || len(files) != 1 {
		t.Fatalf("files are %v, %v", files, err)
	}
	kinds, seen := map[string]bool{}, map[string]bool{}
	_, err = lint.New(known, engine, lint.Options{}).Run(t.Context(), files, func(r *lint.Result) error {
		for _, p := range r.Problems {
			t.Errorf("line %d: %s", p.Range.Start.Line, p.Message)
		}
		for _, s := range r.Servers {
			if s.Input == nil {
				t.Errorf("%s: %v", s.Name, s.Results)
				continue
			}
			for _, w := range s.Input.Workloads {
				kinds[w.Kind] = true
			}
			for what, there := range map[string]bool{
				"a GPU that is known": s.Input.GPU.ID != "", "one that is not": s.Input.GPU.ID == "", "a platform": s.Input.Platform != nil, "none": s.Input.Platform == nil,
				"a budget": s.Input.Budget != nil, "power": s.Input.Power != nil, "storage": len(s.Input.Storage) > 0, "a network": len(s.Input.Network) > 0,
				"no workload": len(s.Input.Workloads) == 0, "several nodes": s.Input.Server.Nodes > 1, "a GPU alone": s.Input.GPU.Count == 1,
			} {
				seen[what] = seen[what] || there
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if d := cmp.Diff([]string{"diffusion", "finetuning", "inference", "tasks", "training"}, slices.Sorted(maps.Keys(kinds))); d != "" {
		t.Error(d)
	}
	for what, there := range seen {
		if !there {
			t.Errorf("no build has %s", what)
		}
	}
}
