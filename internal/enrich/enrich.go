// Package enrich turns a server of a spec into what policies see: values in
// base units, what the catalogue knows of the parts, and the memory that the
// workloads demand.
package enrich

import (
	"strings"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/finding"
)

// enricher works on one server.
type enricher struct {
	server  *document.Block
	catalog *catalog.Catalog
	spec    fields // what is written, and the blocks that the platform fills in
	input   *Input
	jobs    []job
}

// Compute gives the input of the policies for a server that fits the schema.
// Names that nothing describes, or that fit several entries, are Unresolved; the
// facts that hang on them are absent.
func Compute(server *document.Block, c *catalog.Catalog) *Input {
	e := &enricher{server: server, catalog: c, spec: server.Plain(), input: &Input{APIVersion: Version, Unresolved: []Unresolved{}, Redefined: []Redefined{}}}
	in := e.input
	in.Server = Server{
		Name: server.Label(0), Description: e.spec.text("description"),
		Nodes: e.spec.countOr("nodes", 1), Schedule: "exclusive", Written: written(server),
	}
	if s := e.spec.text("schedule"); s != "" {
		in.Server.Schedule = s
	}
	e.platform()
	e.gpu()
	e.cpu()
	e.parts()
	e.workloads()
	e.turns()
	e.totals()
	return in
}

func written(server *document.Block) []string {
	names := []string{}
	seen := map[string]bool{}
	for _, b := range server.Blocks {
		if !seen[b.Name] {
			seen[b.Name] = true
			names = append(names, b.Name)
		}
	}
	return names
}

// refer records a name that leads to no one entry.
func refer[T any](e *enricher, kind, written string, match catalog.Match[T], id func(*T) string, path finding.Path) {
	if match.Entry != nil {
		return
	}
	u := Unresolved{Kind: kind, Path: path, Written: written, Candidates: []string{}, Suggestions: append([]string{}, match.Suggestions...)}
	for _, c := range match.Candidates {
		u.Candidates = append(u.Candidates, id(c))
	}
	e.input.Unresolved = append(e.input.Unresolved, u)
}

// platform fills in the blocks that the server leaves out.
func (e *enricher) platform() {
	name := e.spec.text("platform")
	if name == "" {
		return
	}
	match := e.catalog.Platform(name)
	if match.Entry == nil {
		refer(e, "platform", name, match, func(x *catalog.Platform) string { return x.ID }, finding.Path{"platform"})
		return
	}
	p := match.Entry
	shipped := fields(p.Blocks)
	in := &Platform{ID: p.ID, Vendor: p.Vendor, PowerMaxWatts: p.PowerMax, Unconfirmed: []string{}}
	for _, field := range p.Unconfirmed {
		if block, _, _ := strings.Cut(field, "."); e.spec[block] == nil {
			in.Unconfirmed = append(in.Unconfirmed, field)
		}
	}
	for block, value := range shipped {
		if e.spec[block] == nil {
			e.spec[block] = value
		}
	}
	gpu := shipped.block("gpu")
	in.GPUCount, in.Link = gpu.count("count"), gpu.text("link")
	in.MemoryBytes = shipped.block("memory").quantity("memory", "capacity")
	if g := e.catalog.GPU(gpu.text("model")).Entry; g != nil {
		in.GPUID, in.FormFactor = g.ID, g.FormFactor
		if total := g.Memory * float64(in.GPUCount); total > 0 && in.MemoryBytes > 0 {
			ratio := in.MemoryBytes / total
			in.HostToGPURatio = &ratio
		}
	}
	e.input.Platform = in
}

// totals sums over a node.
func (e *enricher) totals() {
	in := e.input
	t := Totals{HostMemoryBytes: in.Memory.CapacityBytes}
	if in.GPU.MemoryBytes > 0 {
		t.GPUMemoryBytes = in.GPU.MemoryBytes * float64(in.GPU.Count)
		if e.spec["memory"] != nil && t.GPUMemoryBytes > 0 { // no memory at all is a ratio too
			ratio := t.HostMemoryBytes / t.GPUMemoryBytes
			t.HostToGPURatio = &ratio
		}
	}
	for _, turn := range in.Turns {
		if turn.HostBytes != nil {
			t.HostDemandBytes = max(t.HostDemandBytes, *turn.HostBytes)
		}
	}
	in.Totals = t
}
