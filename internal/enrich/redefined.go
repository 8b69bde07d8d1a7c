package enrich

import (
	"math"
	"slices"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/finding"
)

// tolerated is by how much a stated figure may differ before it counts as
// another: data sheets round, and biases and norms are left out of shapes.
const tolerated = 0.03

// redefine records a figure of the spec's own that differs from a known one.
func (e *enricher) redefine(path finding.Path, id, figure, by string, stated, known float64) {
	if stated > 0 && known > 0 && math.Abs(stated-known) > tolerated*known {
		e.input.Redefined = append(e.input.Redefined, Redefined{Path: path, ID: id, Figure: figure, Stated: stated, Known: known, By: by})
	}
}

// hidden are the entries of the catalogue that a part or model of the spec stands in
// front of: the one of its id, and the one that the name would lead to without it.
func hidden[T any](e *enricher, own *T, id, written string, find func(*catalog.Catalog, string) catalog.Match[T]) []*T {
	behind := e.catalog.Behind()
	if behind == nil {
		return nil
	}
	var entries []*T
	for _, name := range []string{id, written} {
		if x := find(behind, name).Entry; x != nil && x != own && !slices.Contains(entries, x) {
			entries = append(entries, x)
		}
	}
	return entries
}

// redefineGPU compares a part of the spec with the catalogue's of the same name.
func (e *enricher) redefineGPU(own *catalog.GPU, written string) {
	path := finding.Path{"gpu", "model"}
	for _, known := range hidden(e, own, own.ID, written, (*catalog.Catalog).GPU) {
		e.redefine(path, known.ID, "memory", "catalogue", own.Memory, known.Memory)
		e.redefine(path, known.ID, "memory_bandwidth", "catalogue", own.MemoryBandwidth, known.MemoryBandwidth)
		e.redefine(path, known.ID, "link_bidirectional", "catalogue", own.LinkBidirectional, known.LinkBidirectional)
		e.redefine(path, known.ID, "link_domain", "catalogue", float64(own.LinkDomain), float64(known.LinkDomain))
		e.redefine(path, known.ID, "tdp", "catalogue", own.TDP, known.TDP)
	}
}

// redefineCPU compares a processor of the spec with the catalogue's of the same name.
func (e *enricher) redefineCPU(own *catalog.CPU, written string) {
	path := finding.Path{"cpu", "model"}
	for _, known := range hidden(e, own, own.ID, written, (*catalog.Catalog).CPU) {
		e.redefine(path, known.ID, "memory_channels", "catalogue", float64(own.MemoryChannels), float64(known.MemoryChannels))
		e.redefine(path, known.ID, "pcie_generation", "catalogue", float64(own.PCIeGeneration), float64(known.PCIeGeneration))
		e.redefine(path, known.ID, "pcie_lanes", "catalogue", float64(own.PCIeLanes), float64(known.PCIeLanes))
		e.redefine(path, known.ID, "tdp", "catalogue", own.TDP, known.TDP)
	}
}

// redefineModel compares a model of the spec with the catalogue's of the same name,
// and its parameters with what its own shape counts to.
func (e *enricher) redefineModel(own *catalog.Model, written string, path finding.Path) {
	if e.catalog.Behind() == nil || e.catalog.Behind().Model(own.ID).Entry == own {
		return
	}
	for _, known := range hidden(e, own, own.ID, written, (*catalog.Catalog).Model) {
		e.redefine(path, known.ID, "parameters", "catalogue", own.Parameters, known.Parameters)
		e.redefine(path, known.ID, "layers", "catalogue", float64(own.Layers), float64(known.Layers))
		e.redefine(path, known.ID, "hidden_size", "catalogue", float64(own.HiddenSize), float64(known.HiddenSize))
	}
	if counted, ok := own.CountParameters(); ok {
		e.redefine(path, own.ID, "parameters", "shape", own.Parameters, counted)
	}
}
