package catalog

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rackvet/rackvet/internal/units"
)

// GPU is a GPU model, or another accelerator of that kind.
type GPU struct {
	ID      string
	Vendor  string
	Aliases []string
	// Memory is what the data sheet says, ReportedMemory what the driver shows,
	// both in bytes.
	Memory, ReportedMemory float64
	MemoryType             string
	MemoryBandwidth        float64 // bytes a second
	ECC                    *bool   // nil is unknown
	// Links are the ways, besides PCIe, that the part can be joined to others, the
	// integral ones first. Nil is unknown, empty is none.
	Links             []string
	LinkGeneration    int     // 3 for NVLink 3
	LinkBidirectional float64 // all links of one GPU, both directions summed, bytes a second
	LinkDomain        int     // the most GPUs that one link domain holds
	LinkTopology      string  // "switch", "mesh" or "bridge"
	PCIe              units.Slot
	PeerToPeer        *bool // over PCIe without host memory; nil is unknown
	CoherentHost      bool
	TDP               float64 // watts
	FormFactor        string
	Precisions        []string
	Year              int
	Source            string
	Unconfirmed       []string // fields, in the names of the schema, that no source confirms
}

// Identity is the id.
func (g *GPU) Identity() string { return g.ID }

// DecodeGPU reads the fields of a GPU part: quantities as strings with units,
// names as in the schema's #GPUPart. The one decoder serves the built-in
// catalogue and the parts that a spec describes itself.
func DecodeGPU(id string, fields map[string]any) (*GPU, error) {
	r := newReader("gpu", id, fields)
	r.skip("description")
	g := &GPU{
		ID:                id,
		Vendor:            r.text("vendor"),
		Aliases:           r.texts("aliases"),
		Memory:            r.quantity(units.Memory, "memory"),
		ReportedMemory:    r.quantity(units.Memory, "reported_memory"),
		MemoryType:        r.text("memory_type"),
		MemoryBandwidth:   r.quantity(units.Bandwidth, "memory_bandwidth"),
		ECC:               r.flag("ecc"),
		Links:             r.texts("links"),
		LinkGeneration:    r.count("link_generation"),
		LinkBidirectional: r.quantity(units.Bandwidth, "link_bidirectional"),
		LinkDomain:        r.count("link_domain"),
		LinkTopology:      r.text("link_topology"),
		PCIe:              r.slot("pcie"),
		PeerToPeer:        r.flag("peer_to_peer"),
		CoherentHost:      isTrue(r.flag("coherent_host")),
		TDP:               r.quantity(units.Power, "tdp"),
		FormFactor:        r.text("form_factor"),
		Precisions:        r.texts("precisions"),
		Year:              r.count("year"),
		Source:            r.text("source"),
		Unconfirmed:       r.texts("unconfirmed"),
	}
	return g, r.done()
}

// GPU looks a GPU up by id or alias; NVIDIA, Tesla, GeForce, AMD and Instinct
// before the name may be left out. A name that is neither fits every GPU that has
// all of its words, memory size and form factor among them: "A100 40GB" fits two.
func (c *Catalog) GPU(name string) Match[GPU] {
	if hits := c.gpus.find(name); len(hits) > 0 {
		return c.gpus.match(name, hits)
	}
	if len(name) > longestName {
		return Match[GPU]{}
	}
	plain := plainGPU(name)
	if hits := c.gpus.find(plain); len(hits) > 0 {
		return c.gpus.match(name, hits)
	}
	rest, vendor, branded := unbranded(plain)
	if !branded {
		rest = plain
	}
	wanted := sizes(words(rest))
	if !slices.ContainsFunc(wanted, isModelNumber) {
		return c.gpus.match(name, nil)
	}
	hits := c.gpus.holding(wanted, gpuWords)
	if len(hits) == 0 {
		// "A100-SXM4-80GB (400W)": most parts can be held to less than their own power.
		hits = c.gpus.holding(slices.DeleteFunc(slices.Clone(wanted), isPower), gpuWords)
	}
	if branded {
		hits = slices.DeleteFunc(hits, func(it *item[GPU]) bool { return !c.gpus.sells(vendor, it) })
	}
	if len(hits) == 0 {
		return Match[GPU]{Suggestions: c.gpuLike(name, wanted)}
	}
	// "RTX 4090 24GB" is the RTX 4090, though the RTX 4090 D has all these words too.
	bare := c.gpus.find(strings.Join(slices.DeleteFunc(wanted, func(w string) bool { return !isModelWord(w) }), " "))
	if len(bare) == 1 && slices.Contains(hits, bare[0]) {
		hits = bare
	}
	return c.gpus.match(name, hits)
}

// gpuLike gives suggestions for a name that fits no GPU: those of the same model
// number that share the most words with it, else those spelled like it.
func (c *Catalog) gpuLike(name string, wanted []string) []string {
	numbers := slices.DeleteFunc(slices.Clone(wanted), func(w string) bool { return !isModelNumber(w) })
	hits := c.gpus.holding(numbers, gpuWords)
	if len(hits) == 0 {
		return c.gpus.like(name)
	}
	shared := func(it *item[GPU]) int {
		have, n := gpuWords(it), 0
		for _, w := range wanted {
			if slices.Contains(have, w) {
				n++
			}
		}
		return n
	}
	slices.SortStableFunc(hits, func(a, b *item[GPU]) int { return shared(b) - shared(a) })
	var ids []string
	for _, it := range hits[:min(len(hits), suggestions)] {
		ids = append(ids, it.id)
	}
	return ids
}

// gpuWords are the words that tell a GPU from others: those of its names, its
// memory's size and type, and its form factor.
func gpuWords(it *item[GPU]) []string {
	return it.traits.get(func() []string {
		g := it.get()
		size := strconv.FormatFloat(g.Memory/(1<<30), 'f', -1, 64)
		return append(sizes(nameWords(it)), size+"gb", strings.ToLower(g.MemoryType), g.FormFactor)
	})
}

// gpuNoise are words of a GPU's name that tell none from another: what it is, trade
// marks, and how a maker of servers cools it.
var gpuNoise = map[string]bool{
	"gpu": true, "gpus": true, "accelerator": true, "accelerators": true, "ai": true, "card": true, "graphics": true,
	"r": true, "tm": true, "dlc": true,
}

// plainGPU is a name without gpuNoise: "Intel(R) Gaudi(R) 2 AI Accelerator" is
// "intel gaudi 2".
func plainGPU(name string) string {
	return strings.Join(slices.DeleteFunc(words(name), func(w string) bool { return gpuNoise[w] }), " ")
}

// isPower is true for a power limit: "400w".
func isPower(w string) bool {
	watts, ok := strings.CutSuffix(w, "w")
	return ok && allDigits(watts)
}

// isModelNumber tells "a100" and "4090" from words that many GPUs share.
func isModelNumber(w string) bool {
	return len(w) > 1 && hasDigit(w) && isModelWord(w) && (!allDigits(w) || len(w) > 3)
}

// isModelWord is false for memory sizes and types, form factors, slots and power
// limits: "40gb", "hbm3", "sxm4", "pcie", "gen5", "x16", "400w".
func isModelWord(w string) bool {
	if hasDigit(w) && strings.HasSuffix(w, "gb") || isPower(w) {
		return false
	}
	return !slices.ContainsFunc([]string{"sxm", "oam", "pcie", "hbm", "gddr", "gen", "x"}, func(common string) bool {
		rest, ok := strings.CutPrefix(w, common)
		return ok && (rest == "" || hasDigit(rest[:1]))
	})
}
