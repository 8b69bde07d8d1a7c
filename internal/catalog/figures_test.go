package catalog

import (
	"math"
	"slices"
	"testing"

	"github.com/rackvet/rackvet/internal/units"
)

const gib = 1 << 30

func gpu(t *testing.T, id string) *GPU {
	t.Helper()
	m := load(t).GPU(id)
	if m.Entry == nil {
		t.Fatalf("no GPU %q", id)
	}
	return m.Entry
}

func TestFiguresOfGPUs(t *testing.T) {
	for _, c := range []struct {
		id         string
		memory     float64 // GiB
		reported   float64 // MiB
		bandwidth  float64 // GB/s
		linkBoth   float64 // GB/s, both directions
		domain     int
		tdp        float64
		pcie       units.Slot
		firstLink  string
		peerToPeer bool
		source     string
	}{
		{"nvidia-a100-sxm4-40gb", 40, 40339, 1555, 600, 16, 400, units.Slot{Generation: 4, Lanes: 16}, "nvswitch", true, "NVIDIA A100 data sheet: 12 links of 25 GB/s a direction; deviceQuery, bottlerocket-os/bottlerocket#3873; Google Cloud a2-megagpu-16g"},
		{"nvidia-a100-pcie-40gb", 40, 40339, 1555, 600, 2, 250, units.Slot{Generation: 4, Lanes: 16}, "nvlink-bridge", true, "NVIDIA A100 PCIe product brief; deviceQuery"},
		{"nvidia-h100-sxm5-80gb", 80, 81559, 3350, 900, 8, 700, units.Slot{Generation: 5, Lanes: 16}, "nvswitch", true, "NVIDIA H100 data sheet; nvidia-smi"},
		{"nvidia-h200-sxm-141gb", 141, 143771, 4800, 900, 8, 700, units.Slot{Generation: 5, Lanes: 16}, "nvswitch", true, "NVIDIA H200 data sheet; nvidia-smi"},
		{"nvidia-b200-sxm-180gb", 180, 183359, 8000, 1800, 8, 1000, units.Slot{Generation: 5, Lanes: 16}, "nvswitch", true, "NVIDIA HGX B200 data sheet; nvidia-smi"},
		{"nvidia-rtx-4090", 24, 24564, 1008, 0, 0, 450, units.Slot{Generation: 4, Lanes: 16}, "", false, "NVIDIA GeForce product page; NVIDIA/nccl issues 1127 and 1637"},
		{"nvidia-rtx-a6000", 48, 49140, 768, 112.5, 2, 300, units.Slot{Generation: 4, Lanes: 16}, "nvlink-bridge", true, "NVIDIA GA102 white paper"},
		{"nvidia-l40s", 48, 46068, 864, 0, 0, 350, units.Slot{Generation: 4, Lanes: 16}, "", true, "NVIDIA L40S data sheet; nvidia-smi"},
		{"nvidia-a16", 16, 0, 200, 0, 0, 62.5, units.Slot{Generation: 4, Lanes: 16}, "", true, "NVIDIA A16 product brief, one of the card's four: 4 x 16 GB, 250 W"},
		{"amd-mi250x", 64, 0, 1638, 800, 8, 280, units.Slot{Generation: 4, Lanes: 16}, "xgmi", true, "AMD MI250X data sheet, one of the module's two dies: 128 GB, 3277 GB/s, 560 W"},
		{"intel-gaudi2", 96, 98304, 2460, 525, 8, 600, units.Slot{Generation: 4, Lanes: 16}, "roce", true, "Gaudi network documents: 21 of 24 ports of 100 Gb/s inside the box"},
		{"intel-gaudi3-oam", 128, 131072, 3700, 1050, 8, 900, units.Slot{Generation: 5, Lanes: 16}, "roce", true, "Gaudi network documents: 21 of 24 ports of 200 Gb/s inside the box"},
		{"amd-mi300x", 192, 196592, 5300, 896, 8, 750, units.Slot{Generation: 5, Lanes: 16}, "xgmi", true, "AMD MI300X data sheet: 7 peers of 128 GB/s"},
	} {
		g := gpu(t, c.id)
		links := ""
		if len(g.Links) > 0 {
			links = g.Links[0]
		}
		if g.Memory != c.memory*gib || g.ReportedMemory != c.reported*(1<<20) || g.MemoryBandwidth != c.bandwidth*1e9 ||
			g.LinkBidirectional != c.linkBoth*1e9 || g.LinkDomain != c.domain || g.TDP != c.tdp || g.PCIe != c.pcie ||
			links != c.firstLink || g.PeerToPeer == nil || *g.PeerToPeer != c.peerToPeer {
			t.Errorf("%s is not as in %s: %+v", c.id, c.source, g)
		}
	}
}

func TestNoDriverShowsMoreThanTheDataSheetSays(t *testing.T) {
	shown := 0
	for _, g := range load(t).GPUs() {
		if g.ReportedMemory == 0 {
			continue
		}
		shown++
		// Sheets round to whole GB: H20's 97871 MiB is 95.6 GiB of "96 GB".
		if g.ReportedMemory > g.Memory*1.03 || g.ReportedMemory < g.Memory*0.9 {
			t.Errorf("%s: the driver shows %s of %s", g.ID, units.PrintBytes(g.ReportedMemory), units.PrintBytes(g.Memory))
		}
	}
	if shown < 30 {
		t.Errorf("%d GPUs have reported_memory, want 30 or more", shown)
	}
}

func TestLinksOfGPUsAgree(t *testing.T) {
	for _, g := range load(t).GPUs() {
		linked := len(g.Links) > 0
		// Of NVLink and Infinity Fabric the generations are counted, of most others not.
		counted := linked && (g.Vendor == "nvidia" || g.Vendor == "amd")
		if g.Links == nil || linked != (g.LinkBidirectional > 0) || linked != (g.LinkTopology != "") || counted && g.LinkGeneration == 0 || !linked && g.LinkGeneration > 0 || linked != (g.LinkDomain > 1) {
			t.Errorf("%s: links %q, generation %d, %g bytes/s, topology %q, domain %d", g.ID, g.Links, g.LinkGeneration, g.LinkBidirectional, g.LinkTopology, g.LinkDomain)
		}
		bridged := slices.Contains(g.Links, "nvlink-bridge")
		if bridged && (g.LinkTopology != "bridge" || g.FormFactor != "pcie" || len(g.Links) > 1) {
			t.Errorf("%s: a bridge joins PCIe cards alone", g.ID)
		}
		if slices.Contains(g.Links, "nvswitch") && g.FormFactor == "pcie" {
			t.Errorf("%s: a PCIe card on an NVSwitch", g.ID)
		}
	}
}

// Bytes a second over NVLink are generations of 20, 25 and 50 GB/s a link and
// direction, so that the sum of both directions is a multiple of twice that.
func TestNVLinkIsAMultipleOfItsLinks(t *testing.T) {
	perLink := map[int]float64{1: 20, 2: 25, 3: 25, 4: 25, 5: 50}
	for _, g := range load(t).GPUs() {
		if g.Vendor != "nvidia" || len(g.Links) == 0 || g.Links[0] == "nvlink-bridge" {
			continue
		}
		both := 2e9 * perLink[g.LinkGeneration]
		if links := g.LinkBidirectional / both; links != math.Trunc(links) || links < 4 || links > 18 {
			t.Errorf("%s: %g GB/s is %g links of generation %d", g.ID, g.LinkBidirectional/1e9, links, g.LinkGeneration)
		}
	}
}

func TestOnlySharedMemoryIsCoherent(t *testing.T) {
	var coherent []string
	for _, g := range load(t).GPUs() {
		if g.CoherentHost {
			coherent = append(coherent, g.ID)
		}
	}
	want := []string{"amd-mi300a", "nvidia-gb10", "nvidia-gb200-186gb", "nvidia-gb300-288gb", "nvidia-gh200-144gb", "nvidia-gh200-96gb"}
	if !slices.Equal(coherent, want) {
		t.Errorf("coherent with host memory are %q, want %q", coherent, want)
	}
}

func TestFiguresOfCPUs(t *testing.T) {
	c := load(t)
	for _, want := range []struct {
		name                                 string
		channels, perChannel, lanes, lanes2S int
		speed                                float64 // MT/s
		memory                               string
		source                               string
	}{
		{"amd-epyc-7742", 8, 2, 128, 160, 3200, "ddr4", "Dell XC7525 manual"},
		{"amd-epyc-9654", 12, 2, 128, 160, 4800, "ddr5", "press pages on EPYC 9004"},
		{"intel-xeon-platinum-8480c", 8, 2, 80, 160, 4800, "ddr5", "Lenovo SR630 V3 manual"},
		{"intel-xeon-platinum-8358", 8, 2, 64, 128, 3200, "ddr4", "Lenovo SR670 V2 manual"},
	} {
		p := c.CPU(want.name).Entry
		if p == nil || p.MemoryChannels != want.channels || p.DIMMsPerChannel != want.perChannel || p.PCIeLanes != want.lanes ||
			p.PCIeLanes2S != want.lanes2S || p.MemorySpeed != want.speed*1e6 || p.MemoryType != want.memory {
			t.Errorf("%s is not as in the %s: %+v", want.name, want.source, p)
		}
	}
}
