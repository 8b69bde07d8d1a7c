package catalog

import (
	"math"
	"testing"

	"github.com/rackvet/rackvet/internal/units"
)

// A system as its vendor or a result's file describes it; gpu_memory_gb is what
// they count for one GPU, or for one board of two.
type described struct {
	Platform    string  `json:"platform"`
	System      string  `json:"system"`
	GPUs        int     `json:"gpus"`
	GPUMemoryGB float64 `json:"gpu_memory_gb"`
	HostMemory  string  `json:"host_memory"`
	Ratio       float64 `json:"ratio"` // host memory over that of all GPUs
	Source      string  `json:"source"`
}

func TestPlatformsHaveTheRatioOfHostToGPUMemoryThatTheirSourcesGive(t *testing.T) {
	c := load(t)
	var systems []described
	readJSON(t, "testdata/platform_ratios.json", &systems)
	seen := map[string]bool{}
	for _, s := range systems {
		p := c.Platform(s.Platform).Entry
		if p == nil {
			t.Errorf("%s: no platform", s.Platform)
			continue
		}
		seen[p.ID] = true
		gpu, _ := p.Blocks["gpu"].(map[string]any)
		count, _ := gpu["count"].(float64)
		part := c.GPU(gpu["model"].(string)).Entry
		memory, _ := p.Blocks["memory"].(map[string]any)
		host, err := units.Parse(units.Memory, memory["capacity"].(string))
		if err != nil {
			t.Fatal(err)
		}
		counted := float64(s.GPUs) * s.GPUMemoryGB * gib
		if got := host / counted; math.Abs(got-s.Ratio) > 0.0051 { // sources are rounded to two digits
			t.Errorf("%s: host memory of %s is %.3f of %s, its source %s gives %g (%s)", p.ID, units.PrintBytes(host), got, units.PrintBytes(counted), s.Source, s.Ratio, s.HostMemory)
		}
		// Providers round what a GPU has: 279 of 288 GB, 192 of 186.
		if off := count*part.Memory/counted - 1; math.Abs(off) > 0.04 {
			t.Errorf("%s: %g × %s is %.1f %% off the %g GB that its source counts", p.ID, count, part.ID, 100*off, float64(s.GPUs)*s.GPUMemoryGB)
		}
	}
	for _, p := range c.Platforms() {
		if !seen[p.ID] {
			t.Errorf("%s has no ratio to hold it to", p.ID)
		}
	}
	if len(systems) < 138 {
		t.Errorf("%d systems are described, want 138", len(systems))
	}
}

func TestBlocksOfPlatformsAgreeWithTheirParts(t *testing.T) {
	c := load(t)
	for _, p := range c.Platforms() {
		gpu, _ := p.Blocks["gpu"].(map[string]any)
		part := c.GPU(gpu["model"].(string)).Entry
		link, _ := gpu["link"].(string)
		if link != "" && link != "pcie" {
			found := false
			for _, l := range part.Links {
				found = found || l == link
			}
			if !found {
				t.Errorf("%s: %s has no %s", p.ID, part.ID, link)
			}
		}
		if bridge, ok := gpu["bridge"].(float64); ok && (link != "nvlink-bridge" || int(bridge) > part.LinkDomain || math.Mod(gpu["count"].(float64), bridge) != 0) {
			t.Errorf("%s: a bridge of %g on %g × %s by %q", p.ID, bridge, gpu["count"], part.ID, link)
		}
		memory, _ := p.Blocks["memory"].(map[string]any)
		groups, ok := memory["dimm"].([]any)
		if !ok {
			continue
		}
		sum := 0.0
		for _, g := range groups {
			dimm := g.(map[string]any)
			size, err := units.Parse(units.Memory, dimm["size"].(string))
			if err != nil {
				t.Fatal(err)
			}
			sum += dimm["count"].(float64) * size
		}
		if host, err := units.Parse(units.Memory, memory["capacity"].(string)); err != nil || host != sum {
			t.Errorf("%s: DIMMs of %s, host memory of %v: %v", p.ID, units.PrintBytes(sum), memory["capacity"], err)
		}
	}
}

func TestOnlySuperchipsLackHostMemoryForTheirGPUsByDesign(t *testing.T) {
	// Boxes that were measured so, below one byte of host memory a byte of the GPUs.
	thin := map[string]bool{
		"aws-g5.xlarge": true, "gcp-g2-standard-4": true, "lenovo-sr780a-v3-h200": true, "nvidia-dgx-b300": true, "quanta-d75t-7u-mi325x": true,
		"supermicro-sys-421ge-tnhr2-lcc-h200": true, "tinycorp-tinybox-green": true, "tinycorp-tinybox-red": true,
	}
	c := load(t)
	var systems []described
	readJSON(t, "testdata/platform_ratios.json", &systems)
	for _, s := range systems {
		gpu, _ := c.Platform(s.Platform).Entry.Blocks["gpu"].(map[string]any)
		if coherent := c.GPU(gpu["model"].(string)).Entry.CoherentHost; s.Ratio < 1 && !coherent != thin[s.Platform] {
			t.Errorf("%s: ratio %g, coherent %v", s.Platform, s.Ratio, coherent)
		}
	}
}
