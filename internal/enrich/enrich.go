// Package enrich turns a server of a spec into what policies see: values in
// base units, what the catalogue knows of the parts, and the memory that the
// workloads demand.
package enrich

import (
	"fmt"
	"strings"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/hfconfig"
)

// Extend adds the models and parts that a document describes to the catalogue.
func Extend(c *catalog.Catalog, d *document.Document) (*catalog.Catalog, []finding.Result) {
	var extra catalog.Extra
	var faults []finding.Result
	refuse := func(b *document.Block, err error) {
		faults = append(faults, finding.Result{
			Rule: finding.RuleSchema, Outcome: finding.Fail, Level: finding.Error,
			Message: err.Error(), File: b.Header.File, Range: b.Header, Path: b.Path,
		})
	}
	for _, b := range d.Described("model") {
		m, err := catalog.DecodeModel(b.Label(0), b.Plain())
		if err != nil {
			refuse(b, err)
			continue
		}
		extra.Models = append(extra.Models, m)
	}
	for _, b := range d.Described("part") {
		var err error
		switch b.Label(0) {
		case "gpu":
			var g *catalog.GPU
			if g, err = catalog.DecodeGPU(b.Label(1), b.Plain()); err == nil {
				extra.GPUs = append(extra.GPUs, g)
			}
		case "cpu":
			var p *catalog.CPU
			if p, err = catalog.DecodeCPU(b.Label(1), b.Plain()); err == nil {
				extra.CPUs = append(extra.CPUs, p)
			}
		}
		if err != nil {
			refuse(b, err)
		}
	}
	for _, config := range d.Configs {
		m, more := readConfig(config)
		faults = append(faults, more...)
		if m != nil {
			extra.Models = append(extra.Models, m)
		}
	}
	if len(extra.Models)+len(extra.GPUs)+len(extra.CPUs) == 0 {
		return c, faults
	}
	return c.With(extra), faults
}

// readConfig makes a model of a Hugging Face config. What its figures leave out
// is a note where the config is read.
func readConfig(c document.Config) (*catalog.Model, []finding.Result) {
	result := func(level finding.Level, message, help string) finding.Result {
		return finding.Result{
			Rule: finding.RuleReference, Outcome: finding.Fail, Level: level, Message: message, Help: help,
			File: c.Range.File, Range: c.Range, Path: finding.Path{"hf_config", c.ID},
		}
	}
	fields, notes, err := hfconfig.Parse(c.File.Bytes)
	var m *catalog.Model
	if err == nil {
		m, err = catalog.DecodeModel(c.ID, fields)
	}
	if err != nil {
		return nil, []finding.Result{result(finding.Error, fmt.Sprintf("%q gives no model: %v", c.ID, err), "")}
	}
	var results []finding.Result
	for _, note := range notes {
		level := finding.Note
		if note.Missing { // the count is then too low, and the verdict on memory too kind
			level = finding.Warning
		}
		results = append(results, result(level, fmt.Sprintf("%q: %s", c.ID, note.Text), "State what is left out in a model block, if it matters."))
	}
	return m, results
}

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
