package catalog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rackvet/rackvet/internal/units"
)

// Summary is an entry of the catalogue in a line.
type Summary struct {
	Kind    string // "gpu", "cpu", "model" or "platform"
	ID      string
	Vendor  string // "" for a model
	Aliases []string
	// Figures are short cells for people: "80 GB", "nvswitch 900 GB/s both ways",
	// "700 W". What is not known is left out.
	Figures     []string
	Source      string
	Unconfirmed []string // fields, in the names of the schema, that no source confirms
}

// Kinds are the kinds of entries, in the order that Search sorts them.
func Kinds() []string { return []string{"gpu", "cpu", "model", "platform"} }

// Search lists the entries of a kind, or of all kinds where kind is "", that a text
// fits: those that have a word beginning with each of its words in their id,
// aliases and vendor, or its letters and digits within one of these; case and
// punctuation count for nothing. A processor's own name finds its family. An empty
// text fits all. Entries are sorted by kind, in the order of Kinds, and id.
func (c *Catalog) Search(text, kind string) []Summary {
	found := []Summary{}
	if len(text) > longestName {
		return found
	}
	wanted := newQuery(text)
	if kind == "" || kind == "gpu" {
		found = append(found, listed(c.GPUs(), wanted, nil, summariseGPU)...)
	}
	if kind == "" || kind == "cpu" {
		families := c.CPU(text)
		found = append(found, listed(c.CPUs(), wanted, append(families.Candidates, families.Entry), summariseCPU)...)
	}
	if kind == "" || kind == "model" {
		found = append(found, listed(c.Models(), wanted, nil, summariseModel)...)
	}
	if kind == "" || kind == "platform" {
		found = append(found, listed(c.Platforms(), wanted, nil, summarisePlatform)...)
	}
	return found
}

// listed gives the summaries of entries that a query fits, or that are found already.
func listed[T any](entries []*T, wanted query, found []*T, summarise func(*T) Summary) []Summary {
	var list []Summary
	for _, e := range entries {
		if s := summarise(e); wanted.fits(s) || slices.Contains(found, e) {
			list = append(list, s)
		}
	}
	return list
}

// query is a text to search for: its words, and all of it run together.
type query struct {
	words []string
	key   string
}

func newQuery(text string) query { return query{sizes(words(text)), key(text)} }

// shortestPart is how many letters and digits a text needs to be looked for inside
// of names: "a1" is in too many.
const shortestPart = 3

func (q query) fits(s Summary) bool {
	if len(q.words) == 0 {
		return true
	}
	names := append([]string{s.ID, s.Vendor}, s.Aliases...)
	var have []string
	for _, n := range names {
		have = append(have, sizes(words(n))...)
	}
	if !slices.ContainsFunc(q.words, func(w string) bool {
		return !slices.ContainsFunc(have, func(h string) bool { return strings.HasPrefix(h, w) })
	}) {
		return true
	}
	return len(q.key) >= shortestPart && slices.ContainsFunc(names, func(n string) bool { return strings.Contains(key(n), q.key) })
}

func summariseGPU(g *GPU) Summary {
	f := cells{}
	f.add(g.Memory > 0, "%s GB", plain(g.Memory/(1<<30)))
	f.add(g.ReportedMemory > 0, "driver shows %s", units.PrintBytes(g.ReportedMemory))
	f.add(g.MemoryBandwidth > 0, "%s GB/s %s", plain(g.MemoryBandwidth/1e9), g.MemoryType)
	switch {
	case len(g.Links) > 0 && g.LinkBidirectional > 0:
		f.add(true, "%s %s GB/s both ways", g.Links[0], plain(g.LinkBidirectional/1e9))
		f.add(g.LinkDomain > 0, "up to %d linked", g.LinkDomain)
	case len(g.Links) > 0:
		f.add(true, "%s", g.Links[0])
	}
	f.add(g.PCIe != (units.Slot{}), "PCIe %s", g.PCIe)
	f.add(g.TDP > 0, "%s W", plain(g.TDP))
	f.add(g.FormFactor != "", "%s", g.FormFactor)
	f.add(g.Year > 0, "%d", g.Year)
	return Summary{"gpu", g.ID, g.Vendor, g.Aliases, f, g.Source, g.Unconfirmed}
}

func summariseCPU(p *CPU) Summary {
	f := cells{}
	f.add(p.SocketsMax > 0 && p.CoresMax > 0, "up to %d × %d cores", p.SocketsMax, p.CoresMax)
	f.add(p.MemoryChannels > 0, "%d channels %s", p.MemoryChannels, p.MemoryType)
	f.add(p.MemoryChannels == 0 && p.MemoryType != "", "%s", p.MemoryType)
	f.add(p.MemorySpeed > 0, "%s MT/s", plain(p.MemorySpeed/1e6))
	f.add(p.MemoryMax > 0, "up to %s GB", plain(p.MemoryMax/(1<<30)))
	f.add(p.PCIeLanes > 0, "%d lanes PCIe %d", p.PCIeLanes, p.PCIeGeneration)
	f.add(p.TDP > 0, "%s W", plain(p.TDP))
	f.add(p.Year > 0, "%d", p.Year)
	return Summary{"cpu", p.ID, p.Vendor, p.Aliases, f, p.Source, p.Unconfirmed}
}

func summariseModel(m *Model) Summary {
	f := cells{}
	f.add(m.Parameters > 0, "%s parameters", millions(m.Parameters))
	f.add(m.ActiveParameters > 0 && m.ActiveParameters < m.Parameters, "%s a token", millions(m.ActiveParameters))
	f.add(m.Layers > 0, "%d layers", m.Layers)
	f.add(m.MaxContext > 0, "%s tokens", units.Thousands(float64(m.MaxContext)))
	f.add(m.Family != "llm", "%s", m.Family)
	return Summary{"model", m.ID, "", m.Aliases, f, m.Source, m.Unconfirmed}
}

func summarisePlatform(p *Platform) Summary {
	f := cells{}
	gpu, _ := p.Blocks["gpu"].(map[string]any)
	f.add(gpu["model"] != nil, "%v × %v", gpu["count"], gpu["model"])
	f.add(gpu["link"] != nil, "%v", gpu["link"])
	cpu, _ := p.Blocks["cpu"].(map[string]any)
	sockets := cpu["sockets"]
	if sockets == nil {
		sockets = 1
	}
	f.add(cpu["model"] != nil, "%v × %v", sockets, cpu["model"])
	memory, _ := p.Blocks["memory"].(map[string]any)
	if bytes, err := units.Parse(units.Memory, fmt.Sprint(memory["capacity"])); err == nil {
		f.add(true, "%s GB of host memory", plain(bytes/(1<<30)))
	}
	f.add(p.PowerMax > 0, "%s W at most", plain(p.PowerMax))
	return Summary{"platform", p.ID, p.Vendor, p.Aliases, f, p.Source, p.Unconfirmed}
}

// cells collects figures, without those that are not known.
type cells []string

func (c *cells) add(known bool, format string, args ...any) {
	if known {
		*c = append(*c, strings.TrimSpace(fmt.Sprintf(format, args...)))
	}
}

// plain is a number without an exponent and without zeros behind the point.
func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// millions writes a count of parameters: "8.03 billion", "139 million".
func millions(n float64) string {
	if n < 1e9 {
		return units.Number(n/1e6, 0) + " million"
	}
	return units.Number(n/1e9, 2) + " billion"
}
