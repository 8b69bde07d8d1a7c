package enrich

import (
	"slices"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/finding"
)

// gpu looks up the GPUs and settles how they are joined.
func (e *enricher) gpu() {
	spec := e.spec.block("gpu")
	in := &e.input.GPU
	*in = GPU{
		Written: spec.text("model"), Count: spec.count("count"), Candidates: []string{}, Unconfirmed: []string{},
		LinkWritten: spec.text("link") != "" && e.server.Block("gpu") != nil, PCIeWritten: spec.text("pcie") != "" && e.server.Block("gpu") != nil,
		PowerLimitWatts: spec.quantity("power", "power_limit"), Switches: spec.maybeCount("switches"),
		PCIe: spec.slot("pcie"), Link: spec.text("link"), Bridge: spec.count("bridge"),
	}
	part := e.lookUpGPU(in)
	if part == nil {
		part = new(catalog.GPU)
	}
	in.Vendor, in.FormFactor, in.Precisions = part.Vendor, part.FormFactor, part.Precisions
	in.MemoryBytes, in.UsableBytes, in.UsableConfirmed = part.Memory, part.Memory, part.ReportedMemory > 0
	if in.UsableConfirmed {
		in.UsableBytes = part.ReportedMemory
	}
	in.Links, in.LinkGeneration, in.LinkDomainMax, in.LinkTopology = part.Links, part.LinkGeneration, part.LinkDomain, part.LinkTopology
	in.PartPCIe = newSlot(part.PCIe)
	if in.PCIe == nil {
		in.PCIe = in.PartPCIe
	}
	in.PeerToPeer, in.ECC, in.MemoryBandwidth, in.TDPWatts = part.PeerToPeer, part.ECC, part.MemoryBandwidth, part.TDP
	if part.ID != "" {
		in.CoherentHost = &part.CoherentHost
	}
	in.Unconfirmed = append(in.Unconfirmed, part.Unconfirmed...)
	e.link(in, part)
}

// link settles the link in force, the domain it makes and what it carries.
func (e *enricher) link(in *GPU, part *catalog.GPU) {
	if in.Link == "" && part.Links != nil {
		in.Link = "pcie"
		bought := part.LinkTopology == "bridge"
		if len(part.Links) > 0 && (!bought || in.Bridge > 0) { // who writes a bridge buys one
			in.Link = part.Links[0]
		}
	}
	switch {
	case in.Link == "":
		return
	case in.Link == "none" || in.Link == "pcie":
		in.Domain = 1
		return
	case part.Links != nil && !slices.Contains(part.Links, in.Link):
		in.Domain = 1 // what can't be had joins nothing; the slots do
		return
	case part.LinkTopology == "bridge" || in.Link == "nvlink-bridge":
		if in.Bridge == 0 {
			in.Bridge = part.LinkDomain
		}
		in.Domain = min(in.Count, max(in.Bridge, 1))
	default:
		in.Domain = in.Count
	}
	if part.LinkDomain > 0 {
		in.Domain = min(in.Domain, part.LinkDomain)
	}
	in.LinkBidirectional, in.LinkPerDirection = part.LinkBidirectional, part.LinkBidirectional/2
	in.PairPerDirection = in.LinkPerDirection / float64(neighbours(in, part))
}

// neighbours is among how many peers a GPU divides its links, so that one pair
// has that share: all of the domain in a mesh, four in a torus of two dimensions,
// and one where a switch or a bridge gives any pair the whole.
func neighbours(in *GPU, part *catalog.GPU) int {
	switch {
	case part.LinkTopology == "mesh" && part.LinkDomain > 2:
		return part.LinkDomain - 1
	case part.LinkTopology == "torus":
		return min(4, max(in.Domain-1, 1))
	case in.Link == "nvlink" && in.Domain > 2: // joined directly, without a switch
		return in.Domain - 1
	}
	return 1
}

// lookUpGPU finds the part. Of an ambiguous name it gives what all candidates
// share, and leaves the rest unknown.
func (e *enricher) lookUpGPU(in *GPU) *catalog.GPU {
	if in.Written == "" {
		in.Written = e.spec.text("platform") // which is not known: said already
		return nil
	}
	match := e.catalog.GPU(in.Written)
	refer(e, "gpu", in.Written, match, func(g *catalog.GPU) string { return g.ID }, finding.Path{"gpu", "model"})
	switch {
	case match.Entry != nil:
		in.ID = match.Entry.ID
		e.redefineGPU(match.Entry, in.Written)
		return match.Entry
	case len(match.Candidates) > 0:
		in.Candidates = ids(match.Candidates, func(g *catalog.GPU) string { return g.ID })
		return shared(match.Candidates)
	}
	return nil
}

// shared is what all candidates have in common.
func shared(candidates []*catalog.GPU) *catalog.GPU {
	g := *candidates[0]
	g.ID, g.Aliases, g.Source = "", nil, ""
	for _, c := range candidates[1:] {
		keep(&g.Vendor, c.Vendor)
		keep(&g.Memory, c.Memory)
		keep(&g.ReportedMemory, c.ReportedMemory)
		keep(&g.MemoryBandwidth, c.MemoryBandwidth)
		keep(&g.LinkGeneration, c.LinkGeneration)
		keep(&g.LinkBidirectional, c.LinkBidirectional)
		keep(&g.LinkDomain, c.LinkDomain)
		keep(&g.LinkTopology, c.LinkTopology)
		keep(&g.PCIe, c.PCIe)
		keep(&g.TDP, c.TDP)
		keep(&g.FormFactor, c.FormFactor)
		keep(&g.Year, c.Year)
		g.ECC, g.PeerToPeer = keepFlag(g.ECC, c.ECC), keepFlag(g.PeerToPeer, c.PeerToPeer)
		if !slices.Equal(g.Links, c.Links) {
			g.Links = nil
		}
		if !slices.Equal(g.Precisions, c.Precisions) {
			g.Precisions = nil
		}
		for _, u := range c.Unconfirmed {
			if !slices.Contains(g.Unconfirmed, u) {
				g.Unconfirmed = append(slices.Clip(g.Unconfirmed), u)
			}
		}
	}
	return &g
}

// keep empties what differs.
func keep[T comparable](have *T, other T) {
	if *have != other {
		var none T
		*have = none
	}
}

func keepFlag(have, other *bool) *bool {
	if have == nil || other == nil || *have != *other {
		return nil
	}
	return have
}

// ids lists what identifies entries of the catalogue.
func ids[T any](entries []*T, id func(*T) string) []string {
	var out []string
	for _, e := range entries {
		out = append(out, id(e))
	}
	return out
}
