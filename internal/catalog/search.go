package catalog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rackvet/rackvet/internal/units"
)

// Summary is an entry of the catalogue in a line of a table.
type Summary struct {
	Kind    string // "gpu", "cpu", "model" or "platform"
	ID      string
	Vendor  string // "" for a model
	Aliases []string
	// Figures are the columns of the kind's table, all of them in one order.
	Figures     []Figure
	Source      string
	Unconfirmed []string // fields, in the names of the schema, that no source confirms
}

// Figure is a cell of a table: "tdp", "700 W".
type Figure struct {
	Name string // the schema's, without its kind
	Text string // for people, "" where it is not known
	// Unconfirmed says that no source confirms it.
	Unconfirmed bool
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
	c := columns{unconfirmed: g.Unconfirmed}
	c.add("memory", quantity(g.Memory, units.Bytes))
	c.add("reported_memory", quantity(g.ReportedMemory, units.Bytes))
	c.add("memory_bandwidth", quantity(g.MemoryBandwidth, units.BytesPerSecond))
	link := "pcie"
	if len(g.Links) > 0 {
		link = strings.Join(g.Links, ", ")
	}
	c.add("links", link)
	c.add("link_domain", quantity(float64(g.LinkDomain), units.Count))
	c.add("link_per_direction", quantity(g.LinkBidirectional/2, units.BytesPerSecond), "link_bidirectional")
	c.add("link_bidirectional", quantity(g.LinkBidirectional, units.BytesPerSecond))
	c.add("pcie", strings.TrimPrefix(g.PCIe.String(), units.Slot{}.String()))
	c.add("tdp", quantity(g.TDP, units.Watts))
	c.add("form_factor", g.FormFactor)
	c.add("year", year(g.Year))
	return Summary{"gpu", g.ID, g.Vendor, g.Aliases, c.figures, g.Source, g.Unconfirmed}
}

func summariseCPU(p *CPU) Summary {
	c := columns{unconfirmed: p.Unconfirmed}
	c.add("cores_max", quantity(float64(p.CoresMax), units.Count))
	c.add("sockets_max", quantity(float64(p.SocketsMax), units.Count))
	c.add("memory_channels", quantity(float64(p.MemoryChannels), units.Count))
	c.add("memory_type", p.MemoryType)
	c.add("memory_speed", quantity(p.MemorySpeed, units.TransfersPerSecond))
	c.add("memory_max", quantity(p.MemoryMax, units.Bytes))
	c.add("pcie_generation", quantity(float64(p.PCIeGeneration), units.Count))
	c.add("pcie_lanes", quantity(float64(p.PCIeLanes), units.Count))
	c.add("tdp", quantity(p.TDP, units.Watts))
	c.add("year", year(p.Year))
	return Summary{"cpu", p.ID, p.Vendor, p.Aliases, c.figures, p.Source, p.Unconfirmed}
}

func summariseModel(m *Model) Summary {
	c := columns{unconfirmed: m.Unconfirmed}
	c.add("family", m.Family)
	c.add("parameters", millions(m.Parameters))
	c.add("active_parameters", millions(m.ActiveParameters))
	c.add("layers", quantity(float64(m.Layers), units.Count))
	c.add("hidden_size", quantity(float64(m.HiddenSize), units.Count))
	c.add("heads", quantity(float64(m.Heads), units.Count))
	c.add("kv_heads", quantity(float64(m.KVHeads), units.Count))
	c.add("max_context", quantity(float64(m.MaxContext), units.Count))
	return Summary{"model", m.ID, "", m.Aliases, c.figures, m.Source, m.Unconfirmed}
}

func summarisePlatform(p *Platform) Summary {
	c := columns{unconfirmed: p.Unconfirmed}
	block := func(name string) map[string]any { m, _ := p.Blocks[name].(map[string]any); return m }
	c.add("gpu", several(block("gpu")["count"], block("gpu")["model"]))
	c.add("cpu", several(block("cpu")["sockets"], block("cpu")["model"]))
	memory, err := units.Parse(units.Memory, fmt.Sprint(block("memory")["capacity"]))
	if err != nil {
		memory = 0 // not stated
	}
	c.add("memory", quantity(memory, units.Bytes))
	c.add("power_max", quantity(p.PowerMax, units.Watts))
	return Summary{"platform", p.ID, p.Vendor, p.Aliases, c.figures, p.Source, p.Unconfirmed}
}

// columns collects the figures of an entry.
type columns struct {
	unconfirmed []string
	figures     []Figure
}

// add appends a figure; field is the one it is made of, where that has another name.
func (c *columns) add(name, text string, field ...string) {
	of := append(field, name)[0]
	doubt := slices.ContainsFunc(c.unconfirmed, func(u string) bool { return u == of || strings.HasPrefix(u, of+".") })
	c.figures = append(c.figures, Figure{name, text, doubt && text != ""})
}

// quantity prints a figure, and nothing for one that is not known.
func quantity(v float64, unit string) string {
	if v == 0 {
		return ""
	}
	return units.Print(v, unit)
}

func year(y int) string {
	if y == 0 {
		return ""
	}
	return strconv.Itoa(y)
}

// several writes how many there are of a part.
func several(count, part any) string {
	switch {
	case part == nil:
		return ""
	case count == nil:
		return fmt.Sprint(part)
	}
	return fmt.Sprintf("%v × %v", count, part)
}

// millions writes a count of parameters: "8.03 billion", "139 million".
func millions(n float64) string {
	switch {
	case n == 0:
		return ""
	case n < 1e9:
		return units.Number(n/1e6, 0) + " million"
	}
	return units.Number(n/1e9, 2) + " billion"
}
