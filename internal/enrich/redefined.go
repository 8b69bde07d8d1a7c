package enrich

import (
	"math"

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

// redefineGPU compares a part of the spec with the catalogue's of the same id.
func (e *enricher) redefineGPU(own *catalog.GPU) {
	if e.catalog.Behind() == nil {
		return
	}
	known := e.catalog.Behind().GPU(own.ID).Entry
	if known == nil || known == own {
		return
	}
	path := finding.Path{"gpu", "model"}
	e.redefine(path, own.ID, "memory", "catalogue", own.Memory, known.Memory)
	e.redefine(path, own.ID, "memory_bandwidth", "catalogue", own.MemoryBandwidth, known.MemoryBandwidth)
	e.redefine(path, own.ID, "link_bidirectional", "catalogue", own.LinkBidirectional, known.LinkBidirectional)
	e.redefine(path, own.ID, "link_domain", "catalogue", float64(own.LinkDomain), float64(known.LinkDomain))
	e.redefine(path, own.ID, "tdp", "catalogue", own.TDP, known.TDP)
}

// redefineCPU compares a processor of the spec with the catalogue's of the same id.
func (e *enricher) redefineCPU(own *catalog.CPU) {
	if e.catalog.Behind() == nil {
		return
	}
	known := e.catalog.Behind().CPU(own.ID).Entry
	if known == nil || known == own {
		return
	}
	path := finding.Path{"cpu", "model"}
	e.redefine(path, own.ID, "memory_channels", "catalogue", float64(own.MemoryChannels), float64(known.MemoryChannels))
	e.redefine(path, own.ID, "pcie_generation", "catalogue", float64(own.PCIeGeneration), float64(known.PCIeGeneration))
	e.redefine(path, own.ID, "pcie_lanes", "catalogue", float64(own.PCIeLanes), float64(known.PCIeLanes))
	e.redefine(path, own.ID, "tdp", "catalogue", own.TDP, known.TDP)
}

// redefineModel compares a model of the spec with the catalogue's of the same id,
// and its parameters with what its own shape counts to.
func (e *enricher) redefineModel(own *catalog.Model, path finding.Path) {
	if e.catalog.Behind() == nil {
		return
	}
	known := e.catalog.Behind().Model(own.ID).Entry
	if known == own {
		return
	}
	if known != nil {
		e.redefine(path, own.ID, "parameters", "catalogue", own.Parameters, known.Parameters)
		e.redefine(path, own.ID, "layers", "catalogue", float64(own.Layers), float64(known.Layers))
		e.redefine(path, own.ID, "hidden_size", "catalogue", float64(own.HiddenSize), float64(known.HiddenSize))
	}
	if counted, ok := own.CountParameters(); ok {
		e.redefine(path, own.ID, "parameters", "shape", own.Parameters, counted)
	}
}
