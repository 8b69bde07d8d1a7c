package catalog

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/units"
)

func TestDecodeGPUReadsEveryField(t *testing.T) {
	yes, no := true, false
	got, err := DecodeGPU("acme-1", map[string]any{
		"description": "A GPU of a file.", "vendor": "acme", "aliases": []any{"A1"}, "memory": "48GB", "reported_memory": "47000MiB", "memory_type": "HBM3",
		"memory_bandwidth": "2TB/s", "ecc": false, "links": []string{"nvlink"}, "link_generation": 3, "link_bidirectional": "600GB/s",
		"link_domain": 8.0, "link_topology": "mesh", "pcie": "5x16", "peer_to_peer": true, "coherent_host": true, "tdp": "0.5kW",
		"form_factor": "sxm", "precisions": []any{"bf16"}, "year": json.Number("2025"), "source": "a sheet", "unconfirmed": []any{"ecc"},
	})
	want := &GPU{ID: "acme-1", Vendor: "acme", Aliases: []string{"A1"}, Memory: 48 * gib, ReportedMemory: 47000 << 20, MemoryType: "HBM3",
		MemoryBandwidth: 2e12, ECC: &no, Links: []string{"nvlink"}, LinkGeneration: 3, LinkBidirectional: 6e11, LinkDomain: 8,
		LinkTopology: "mesh", PCIe: units.Slot{Generation: 5, Lanes: 16}, PeerToPeer: &yes, CoherentHost: true, TDP: 500,
		FormFactor: "sxm", Precisions: []string{"bf16"}, Year: 2025, Source: "a sheet", Unconfirmed: []string{"ecc"}}
	if err != nil || !cmp.Equal(got, want) {
		t.Errorf("DecodeGPU: %v\n%s", err, cmp.Diff(want, got))
	}
}

func TestWhatAPartLeavesOutIsUnknown(t *testing.T) {
	g, err := DecodeGPU("x", map[string]any{"memory": "24GB"})
	if err != nil || g.ECC != nil || g.PeerToPeer != nil || g.Links != nil || g.PCIe != (units.Slot{}) || g.ReportedMemory != 0 {
		t.Errorf("%v: %+v", err, g)
	}
	g, err = DecodeGPU("x", map[string]any{"memory": "24GB", "links": []any{}})
	if err != nil || g.Links == nil {
		t.Errorf("an empty list of links is unknown: %v", err)
	}
}

func TestDecodeModelPutsDefaults(t *testing.T) {
	m, err := DecodeModel("x", map[string]any{"layers": 4, "hidden_size": 64, "heads": 8, "ffn_size": 128, "vocab_size": 10,
		"experts": map[string]any{"count": 2}, "sliding_window": map[string]any{"size": 100}})
	if err != nil {
		t.Fatal(err)
	}
	if m.Family != "llm" || m.Precision != "bf16" || m.Attention != "standard" || m.KVHeads != 8 || m.HeadDim != 8 || m.VHeadDim != 8 || !m.Gated ||
		m.AttentionLayers != 4 || m.Experts.FFNSize != 128 || m.Experts.Layers != 4 || m.SlidingWindow.Layers != 4 || m.ActiveParameters != 0 {
		t.Errorf("%+v %+v %+v", m, m.Experts, m.SlidingWindow)
	}
	m, err = DecodeModel("x", map[string]any{"layers": 4, "attention_layers": 0, "gated": false, "parameters": 7e9})
	if err != nil || m.AttentionLayers != 0 || m.Gated || m.Parameters != 7e9 || m.ActiveParameters != 7e9 {
		t.Errorf("%v: %+v", err, m)
	}
}

func TestDecodeNamesEveryFault(t *testing.T) {
	_, err := DecodeGPU("x", map[string]any{"memory": "80", "pcie": "9x16", "tdp": 400, "ecc": "yes", "links": "nvlink", "year": 2020.5,
		"link_domain": math.NaN(), "aliases": []any{1}, "speed": "fast"})
	for _, part := range []string{
		`gpu "x": memory: "80" has no unit; write "80GB"`, `gpu "x": pcie: "9x16" is no PCIe slot`, `gpu "x": tdp: 400 is no text`,
		`gpu "x": ecc: yes is neither true nor false`, `gpu "x": links: nvlink is no list`, `gpu "x": year: 2020.5 is no count`,
		`gpu "x": link_domain: NaN is no number`, `gpu "x": aliases: 1 is no text`, `gpu "x": speed: no such field`,
	} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%v\nlacks %q", err, part)
		}
	}
	for want, decode := range map[string]func() error{
		`cpu "x": models: "epyc [" is no pattern`: func() error {
			_, err := DecodeCPU("x", map[string]any{"models": []any{"epyc ["}})
			return err
		},
		`cpu "x": cores: 7543: -1 is no count`: func() error {
			_, err := DecodeCPU("x", map[string]any{"cores": map[string]any{"7543": -1}})
			return err
		},
		`cpu "x": cores: q80-30: the same name as another`: func() error {
			_, err := DecodeCPU("x", map[string]any{"cores": map[string]any{"Q80-30": 80, "q80-30": 80}})
			return err
		},
		`model "x": experts: kount: no such field`: func() error {
			_, err := DecodeModel("x", map[string]any{"experts": map[string]any{"kount": 1}})
			return err
		},
		`model "x": component: vae: parameters: many is no number`: func() error {
			_, err := DecodeModel("x", map[string]any{"component": map[string]any{"vae": map[string]any{"parameters": "many"}}})
			return err
		},
		`platform "x": gpu: 8 is no block`: func() error {
			_, err := DecodePlatform("x", map[string]any{"gpu": 8})
			return err
		},
	} {
		if err := decode(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
