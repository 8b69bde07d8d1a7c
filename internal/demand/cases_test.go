package demand_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/demand"
)

// published is a figure that someone published, and the workload that it is of:
// what a spec gives. Either that or Outside is set.
type published struct {
	ID, Class, Source, Quote string
	// Check is what the figure can prove: "formula" (no constant comes from it),
	// "consistency" (one unknown of it is inferred), "floor" (what is computed must
	// lie below), "identity" (its own parts, added again) or "fitted_here" (a
	// constant comes from it or from rows beside it).
	Check    string
	Measured bool
	// What is the part of the demand that the figure is of; bytesOf has the words.
	What  string
	Bytes float64
	// Less is a part of the figure that the model counts elsewhere; the note says where.
	Less float64
	// Rounding is what a floor may be rounded by, relative.
	Rounding  float64
	Tolerance float64 // relative
	Note      string
	// Outside says why the model has nothing to compute here.
	Outside string
	Model   map[string]any
	GPUs    int
	// AfterGPUs: the figure is the difference to as many GPUs.
	AfterGPUs int     `json:"gpus_after"`
	Usable    float64 // GiB
	Inference *demand.Inference
	Training  *demand.Training
	Diffusion *demand.Diffusion
}

var publishedCases = sync.OnceValues(func() ([]published, error) {
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	var cases []published
	return cases, d.Decode(&cases)
})

func casesOf(t *testing.T) []published {
	t.Helper()
	cases, err := publishedCases()
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// result is the demand of a case on a node of so many GPUs.
func (c published) result(t *testing.T, gpus int) demand.Result {
	t.Helper()
	m, err := catalog.DecodeModel(c.ID, c.Model)
	if err != nil {
		t.Fatal(err)
	}
	h := demand.Host{GPUs: gpus, Nodes: 1, UsableMemory: c.Usable * gib}
	switch {
	case c.Training != nil:
		c.Training.Model = m
		return c.Training.Demand(h)
	case c.Diffusion != nil:
		c.Diffusion.Model = m
		return c.Diffusion.Demand(h)
	}
	c.Inference.Model = m
	return c.Inference.Demand(h)
}

// computed is what the model says of a case.
func (c published) computed(t *testing.T) float64 {
	t.Helper()
	at := func(gpus int) float64 {
		r := c.result(t, gpus)
		if c.What == "kv_pool" { // what the budget leaves beside all else
			return r.Utilization*c.Usable*gib - (r.GPU.Bytes - bytesOf(r, "kv_cache"))
		}
		return bytesOf(r, c.What)
	}
	if c.AfterGPUs > 0 {
		return at(c.GPUs) - at(c.AfterGPUs)
	}
	return at(c.GPUs)
}

// off is how far the model is from the figure, relative.
func (c published) off(t *testing.T) float64 {
	t.Helper()
	want := c.Bytes - c.Less
	return (c.computed(t) - want) / want
}

// bytesOf is a part of a demand: the name of a component of GPU memory, one of
// host memory behind "host:", or several together.
func bytesOf(r demand.Result, what string) float64 {
	switch what {
	case "kv_cache_per_token":
		return r.KV.PerToken
	case "checkpoint":
		return r.Checkpoint
	case "total":
		return r.GPU.Bytes
	case "allocated": // what PyTorch counts as allocated
		return r.GPU.Bytes - r.GPU.Reserve
	case "without_context": // what PyTorch counts as reserved
		return r.GPU.Bytes - 0.7*gib
	case "weights_and_kv_cache":
		return bytesOf(r, "weights") + bytesOf(r, "kv_cache")
	case "model_states":
		return bytesOf(r, "weights") + bytesOf(r, "gradients") + bytesOf(r, "optimizer")
	}
	components := r.GPU.Components
	if name, host := strings.CutPrefix(what, "host:"); host {
		what, components = name, r.Host.Components
	}
	for _, c := range components {
		if c.Name == what {
			return c.Bytes
		}
	}
	return 0
}

// Every figure is either computed, by what a spec gives, within its tolerance, or
// set aside for a stated reason.
func TestDemandMeetsPublishedFigures(t *testing.T) {
	cases := casesOf(t)
	if len(cases) != 235 {
		t.Errorf("%d figures, and there are 235", len(cases))
	}
	seen := map[string]bool{}
	for _, c := range cases {
		if c.ID == "" || seen[c.ID] || c.Source == "" || c.Quote == "" || c.Class == "" || c.Bytes <= 0 {
			t.Errorf("figure %q is there twice, or lacks a source, a quote, a class or bytes", c.ID)
		}
		seen[c.ID] = true
		workloads := 0
		for _, is := range []bool{c.Inference != nil, c.Training != nil, c.Diffusion != nil} {
			if is {
				workloads++
			}
		}
		if (c.Outside != "") == (workloads == 1) || workloads > 1 {
			t.Errorf("figure %q: %d workloads, outside %q: one or the other is needed", c.ID, workloads, c.Outside)
			continue
		}
		if c.Outside != "" {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			got, off := c.computed(t), c.off(t)
			t.Logf("%s: %+.1f %%", c.What, 100*off)
			most, least := c.Tolerance, -c.Tolerance
			if c.Check == "floor" {
				most, least = c.Rounding, -1
			}
			if math.IsNaN(off) || off > most || off < least || got <= 0 {
				t.Errorf("%s is %.4g bytes, %.4g published (%s: %s): off by %+.1f %%, and %+.1f to %+.1f %% are good",
					c.What, got, c.Bytes-c.Less, c.Source, c.Quote, 100*off, 100*least, 100*most)
			}
			if c.Less > 0 && c.Note == "" {
				t.Error("the note doesn't say where the rest of the figure is counted")
			}
		})
	}
}
