package catalog

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/units"
)

// CPU is a family of processors that share socket, memory channels and lanes.
type CPU struct {
	ID      string
	Vendor  string
	Aliases []string
	// Models are patterns of the vendor's numbering: ? for any character, * for any
	// number of them, [1-9] for one of a range, over names in lower case without the
	// maker's: "epyc 7??3".
	Models          []string
	SocketsMax      int            // the most a board can hold
	Sockets         map[string]int // the most of those that a pattern names, where fewer
	CoresMax        int            // of the largest processor of the family
	Cores           map[string]int // of one processor, by the key of its number
	MemoryChannels  int            // of one socket
	MemoryType      string
	DIMMsPerChannel int // the most
	// MemorySpeed is with one DIMM a channel, MemorySpeed2DPC with two; transfers a second.
	MemorySpeed, MemorySpeed2DPC float64
	MemoryMax                    float64 // of one socket, bytes
	PCIeGeneration               int
	PCIeLanes                    int     // of one socket
	PCIeLanes2S                  int     // of two sockets together, links between them taken off
	TDP, TDPLeast                float64 // of the hungriest processor of the family, and of the least
	Year                         int
	Source                       string
	Unconfirmed                  []string // fields, in the names of the schema, that no source confirms
}

// Identity is the id.
func (c *CPU) Identity() string { return c.ID }

// CoresOf is the cores of the family's processor of that name, however it is
// written: 32 of "amd-epyc-7543". Where the number is not known, it is the cores that
// the name itself states, as AMD's do ("AMD EPYC 7D13 64-Core Processor"). 0: unknown.
func (c *CPU) CoresOf(name string) int {
	if len(name) > longestName {
		return 0
	}
	for list := strings.Fields(plainCPU(name)); len(list) > 0; list = list[1:] {
		if n := c.Cores[strings.TrimSuffix(key(strings.Join(list, " ")), "+")]; n > 0 {
			return n
		}
	}
	return statedCores(name)
}

// SocketsOf is how many of the family's processor of that name a board can hold.
func (c *CPU) SocketsOf(name string) int {
	most, plain := c.SocketsMax, plainCPU(name)
	for pattern, n := range c.Sockets {
		if ok, _ := path.Match(pattern, plain); ok {
			most = min(most, n)
		}
	}
	return most
}

// DecodeCPU reads the fields of a processor or a family of them, as DecodeGPU
// does for a GPU; the names are those of the schema's #CPUPart.
func DecodeCPU(id string, fields map[string]any) (*CPU, error) {
	r := newReader("cpu", id, fields)
	r.skip("description")
	c := &CPU{
		ID:              id,
		Vendor:          r.text("vendor"),
		Aliases:         r.texts("aliases"),
		Models:          r.texts("models"),
		SocketsMax:      r.count("sockets_max"),
		Sockets:         r.counts("sockets", strings.ToLower),
		CoresMax:        r.count("cores_max"),
		Cores:           r.counts("cores", key),
		MemoryChannels:  r.count("memory_channels"),
		MemoryType:      r.text("memory_type"),
		DIMMsPerChannel: r.count("dimms_per_channel"),
		MemorySpeed:     r.quantity(units.Transfers, "memory_speed"),
		MemorySpeed2DPC: r.quantity(units.Transfers, "memory_speed_2dpc"),
		MemoryMax:       r.quantity(units.Memory, "memory_max"),
		PCIeGeneration:  r.count("pcie_generation"),
		PCIeLanes:       r.count("pcie_lanes"),
		PCIeLanes2S:     r.count("pcie_lanes_2s"),
		TDP:             r.quantity(units.Power, "tdp"),
		TDPLeast:        r.quantity(units.Power, "tdp_least"),
		Year:            r.count("year"),
		Source:          r.text("source"),
		Unconfirmed:     r.texts("unconfirmed"),
	}
	for field, patterns := range map[string][]string{"models": c.Models, "sockets": slices.Sorted(maps.Keys(c.Sockets))} {
		for _, p := range patterns {
			if _, err := path.Match(p, ""); err != nil {
				r.fail(field, "%q is no pattern", p)
			}
		}
	}
	return c, r.done()
}
