package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/page"
	"github.com/rackvet/rackvet/internal/units"
)

// parts are the lines of an order for one node.
func parts(in *enrich.Input, c *catalog.Catalog) []page.Part {
	list := []page.Part{}
	if p := in.Platform; p != nil {
		if s, own, ok := c.Entry("platform", p.ID); ok {
			list = append(list, entryPart("platform", p.ID, 1, s, own))
		}
	}
	if in.GPU.Written != "" {
		list = append(list, gpuPart(in, c))
	}
	if in.CPU.Written != "" {
		list = append(list, cpuPart(in, c))
	}
	list = append(list, memoryParts(in)...)
	for _, s := range in.Storage {
		p := partOf(in, "storage", s.Name, s.Count)
		add(&p, "", s.Kind)
		add(&p, "", units.PrintDrive(s.SizeBytes))
		add(&p, "for", s.Role)
		add(&p, "", s.PCIe.String())
		if s.Bandwidth > 0 {
			add(&p, "gives a node", units.Print(s.Bandwidth, units.BytesPerSecond))
		}
		list = append(list, p)
	}
	for _, n := range in.Network {
		p := partOf(in, "network", n.Name, n.Ports)
		add(&p, "", n.Kind)
		add(&p, "", units.Print(n.Speed, units.BitsPerSecond)+" a port")
		add(&p, "for", n.Role)
		list = append(list, p)
	}
	if w := in.Power; w != nil {
		p := partOf(in, "power", "supplies of "+units.Print(w.RatingWatts, units.Watts), w.Supplies)
		if w.Needed != nil && w.Spare != nil {
			add(&p, "redundancy", fmt.Sprintf("%d+%d", *w.Needed, *w.Spare))
		}
		list = append(list, p)
	}
	return list
}

// add gives a part a fact, where there is one.
func add(p *page.Part, name, text string) {
	if text != "" {
		p.Facts = append(p.Facts, page.Fact{Name: name, Text: text})
	}
}

// partOf is a part that no entry of the catalogue stands for: the spec states it, or
// the platform ships with it.
func partOf(in *enrich.Input, kind, name string, count int) page.Part {
	p := page.Part{Kind: kind, Name: name, Count: count, From: "spec", Facts: []page.Fact{}}
	if in.Platform != nil && !slices.Contains(in.Server.Written, strings.ToLower(kind)) {
		p.From = "platform"
	}
	return p
}

// labels are names of figures that read better otherwise.
var labels = map[string]string{
	"reported_memory": "usable", "link_domain": "GPUs in a link domain", "link_per_direction": "link, one direction",
	"link_bidirectional": "link, both directions", "pcie": "PCIe", "pcie_generation": "PCIe generation", "pcie_lanes": "PCIe lanes",
	"tdp": "TDP", "cores_max": "cores at most", "sockets_max": "sockets at most", "memory_max": "memory of a socket at most",
	"power_max": "power at most", "gpu": "GPU", "cpu": "CPU", "kv_heads": "KV heads",
}

// entryPart is a part with what the catalogue knows of it.
func entryPart(kind, name string, count int, s catalog.Summary, own bool) page.Part {
	p := page.Part{Kind: kind, Name: name, Count: count, Source: s.Source, From: "catalogue", Facts: []page.Fact{}}
	if own {
		p.From = "spec"
	}
	for _, f := range s.Figures {
		label := labels[f.Name]
		if label == "" {
			label = finding.Words(f.Name)
		}
		if f.Text != "" {
			p.Facts = append(p.Facts, page.Fact{Name: label, Text: f.Text, Doubt: f.Unconfirmed})
		}
	}
	return p
}

func gpuPart(in *enrich.Input, c *catalog.Catalog) page.Part {
	g := in.GPU
	s, own, ok := c.Entry("gpu", g.ID)
	if !ok {
		p := partOf(in, "GPU", g.Written, g.Count)
		add(&p, "may be any of", strings.Join(g.Candidates, ", "))
		if g.MemoryBytes > 0 {
			add(&p, "memory", units.Print(g.MemoryBytes, units.Bytes))
		}
		return p
	}
	p := entryPart("GPU", g.ID, g.Count, s, own)
	joined := g.Link
	if g.Domain > 1 {
		joined += fmt.Sprintf(", %d at a time", g.Domain)
	}
	first := page.Part{}
	add(&first, "joined by", joined)
	if g.PowerLimitWatts > 0 {
		add(&first, "held to", units.Print(g.PowerLimitWatts, units.Watts))
	}
	p.Facts = append(first.Facts, p.Facts...)
	return p
}

func cpuPart(in *enrich.Input, c *catalog.Catalog) page.Part {
	s, own, ok := c.Entry("cpu", in.CPU.Family)
	if !ok {
		return partOf(in, "CPU", in.CPU.Written, in.CPU.Sockets)
	}
	p := entryPart("CPU", in.CPU.Written, in.CPU.Sockets, s, own)
	first := page.Part{}
	add(&first, "family", in.CPU.Family)
	if in.CPU.Cores > 0 {
		add(&first, "cores", units.Number(float64(in.CPU.Cores), 0))
	}
	p.Facts = append(first.Facts, p.Facts...)
	return p
}

// memoryParts are the modules, or the capacity alone where none are listed.
func memoryParts(in *enrich.Input) []page.Part {
	ecc := func(p *page.Part) {
		if e := in.Memory.ECC; e != nil {
			add(p, "ECC", map[bool]string{true: "yes", false: "no"}[*e])
		}
	}
	if len(in.Memory.DIMMs) == 0 {
		p := partOf(in, "memory", units.PrintBytes(in.Memory.CapacityBytes), 0)
		add(&p, "", "modules not listed")
		ecc(&p)
		return []page.Part{p}
	}
	var list []page.Part
	for _, d := range in.Memory.DIMMs {
		p := partOf(in, "memory", "modules of "+units.PrintBytes(d.SizeBytes), d.Count)
		add(&p, "", d.Type)
		if d.Transfers > 0 {
			add(&p, "", units.Print(d.Transfers, units.TransfersPerSecond))
		}
		add(&p, "in all", units.PrintBytes(float64(d.Count)*d.SizeBytes))
		ecc(&p)
		list = append(list, p)
	}
	return list
}
