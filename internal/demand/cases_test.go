package demand_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/demand"
)

// A published figure, and the workload that it is of.
type publishedCase struct {
	ID, Source, Quote string
	// What is the part of the demand that the figure is of: a component's name,
	// "kv_cache_per_token", "weights_and_kv_cache", "model_states" (weights,
	// gradients and optimizer) or "allocated" (all but the reserve).
	What             string
	Bytes, Tolerance float64
	Model            map[string]any
	GPUs             int
	Inference        *demand.Inference
	Training         *demand.Training
}

func (c publishedCase) result(t *testing.T) demand.Result {
	m, err := catalog.DecodeModel(c.ID, c.Model)
	if err != nil {
		t.Fatal(err)
	}
	host := demand.Host{GPUs: c.GPUs, Nodes: 1}
	if c.Training != nil {
		c.Training.Model = m
		return c.Training.Demand(host)
	}
	c.Inference.Model = m
	return c.Inference.Demand(host)
}

func bytesOf(r demand.Result, what string) float64 {
	switch what {
	case "kv_cache_per_token":
		return r.KV.PerToken
	case "allocated":
		return r.GPU.Bytes - r.GPU.Reserve
	case "weights_and_kv_cache":
		return bytesOf(r, "weights") + bytesOf(r, "kv_cache")
	case "model_states":
		return bytesOf(r, "weights") + bytesOf(r, "gradients") + bytesOf(r, "optimizer")
	}
	for _, c := range r.GPU.Components {
		if c.Name == what {
			return c.Bytes
		}
	}
	return 0
}

func TestDemandMeetsPublishedFigures(t *testing.T) {
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []publishedCase
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 40 {
		t.Fatalf("%d cases, and there were more than 40", len(cases))
	}
	for _, c := range cases {
		t.Run(c.ID, func(t *testing.T) {
			r := c.result(t)
			got := bytesOf(r, c.What)
			off := got/c.Bytes - 1
			t.Logf("%s: %+.1f %%", c.What, 100*off)
			if math.IsNaN(off) || math.Abs(off) > c.Tolerance {
				t.Errorf("%s is %.4g bytes, %.4g published (%s: %s): off by %.1f %%, more than %.1f %%\n%+v",
					c.What, got, c.Bytes, c.Source, c.Quote, 100*off, 100*c.Tolerance, r.GPU)
			}
		})
	}
}
