package cli

import (
	"fmt"
	"math"
	"slices"

	"github.com/rackvet/rackvet/internal/demand"
	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/page"
	"github.com/rackvet/rackvet/internal/units"
)

// together is what is on a node at once where workloads run side by side.
func together(in *enrich.Input, t enrich.Turn) *page.Workload {
	w := &page.Workload{Kind: "all at once:", Name: t.Name, Facts: []page.Fact{}, Defaults: []page.Setting{}}
	w.GPU = page.Memory{Components: []page.Component{}, Room: in.GPU.UsableBytes, Confidence: t.Confidence, Missing: t.Missing, Rule: "headroom/gpu-memory", Path: t.Path}
	w.Host = page.Memory{Components: []page.Component{}, Room: in.Memory.CapacityBytes, Confidence: t.Confidence, Rule: "ratio/host-demand", Path: t.Path}
	bounds(&w.GPU, t.WorstBytes, t.WorstLowBytes, t.WorstHighBytes)
	bounds(&w.Host, t.HostBytes, t.HostLowBytes, t.HostHighBytes)
	w.GPU.Note = turnNote(t)
	return w
}

// bounds sets a demand's figures, where they are known.
func bounds(m *page.Memory, bytes, low, high *float64) {
	if bytes != nil && low != nil && high != nil {
		m.Bytes, m.Low, m.High = *bytes, *low, *high
	}
}

// turnNote says what of a turn its bar does not show.
func turnNote(t enrich.Turn) string {
	switch {
	case t.Unplaced > 0:
		return units.Several(t.Unplaced, "task") + " more find no GPU with room."
	case t.QueuedBytes > 0:
		return units.PrintBytes(t.QueuedBytes) + " of cache may wait for room, and are not held against the limit."
	}
	return ""
}

// reviewedWorkload is a workload with its demands against what there is.
func reviewedWorkload(in *enrich.Input, w enrich.Workload, x *lint.Result) page.Workload {
	v := page.Workload{Kind: w.Kind, Name: w.Name, Layout: layout(w), Facts: workloadFacts(w), Defaults: []page.Setting{}, GPU: demanded(w.GPU, in.GPU.UsableBytes), Host: demanded(w.Host, in.Memory.CapacityBytes)}
	for _, d := range w.Defaults {
		v.Defaults = append(v.Defaults, page.Setting{Name: d.Name, Value: d.Value})
	}
	if s, own, ok := x.Catalog.Entry("model", w.Model); ok {
		part := entryPart("model", w.Model, 0, s, own)
		v.Model = &part
	}
	at := slices.IndexFunc(in.Turns, func(t enrich.Turn) bool { return len(t.Workloads) == 1 && t.Path.String() == w.Path.String() })
	if at < 0 {
		return v // it shares its turn with others
	}
	t := in.Turns[at]
	v.GPU.Rule, v.GPU.Path, v.GPU.Note = "headroom/gpu-memory", t.Path, turnNote(t)
	if w.Tasks != nil && t.WorstBytes != nil && w.GPU.Bytes != nil && len(w.GPU.Components) == 1 {
		if n := int(math.Round(*t.WorstBytes / *w.GPU.Bytes)); n > 1 && n <= 16 { // a card holds several
			v.GPU.Components = slices.Repeat(v.GPU.Components, n)
			bounds(&v.GPU, t.WorstBytes, t.WorstLowBytes, t.WorstHighBytes)
		}
	}
	v.Host.Rule, v.Host.Path = "ratio/host-demand", t.Path
	if t.HostBytes != nil && w.Host.Bytes != nil {
		bounds(&v.Host, t.HostBytes, t.HostLowBytes, t.HostHighBytes)
		system := demand.SystemReserve(in.Memory.CapacityBytes)
		if copies := *t.HostBytes - *w.Host.Bytes - system; copies > 1<<20 {
			v.Host.Components = append(v.Host.Components, page.Component{Name: "further copies", Bytes: copies})
		}
		v.Host.Components = append(v.Host.Components, page.Component{Name: "system", Bytes: system, Formula: "what the operating system keeps"})
	}
	return v
}

func demanded(d enrich.Demand, room float64) page.Memory {
	m := page.Memory{Components: []page.Component{}, Room: room, Confidence: d.Confidence, Missing: d.Missing}
	bounds(&m, d.Bytes, d.LowBytes, d.HighBytes)
	for _, c := range d.Components {
		m.Components = append(m.Components, page.Component{Name: c.Name, Bytes: c.Bytes, Formula: c.Formula})
	}
	return m
}

// workloadFacts are what a workload is told by, besides its layout.
func workloadFacts(w enrich.Workload) []page.Fact {
	facts := []page.Fact{}
	add := func(name, text string) {
		if text != "" {
			facts = append(facts, page.Fact{Name: name, Text: text})
		}
	}
	add("method", w.Method)
	add("precision", w.Precision)
	add("weights", w.Weights)
	add("sharding", w.Sharding)
	add("offload", w.Offload)
	add("engine", w.Engine)
	if w.Instances > 1 {
		add("copies", units.Number(float64(w.Instances), 0))
	}
	if w.Utilization > 0 {
		add("may take", units.Print(w.Utilization, units.Fraction)+" of a GPU")
	}
	if k := w.KV; k != nil {
		add("longest request", units.Thousands(float64(k.MaxContext))+" tokens")
		add("in flight", fmt.Sprintf("%d × %s tokens", k.Requests, units.Thousands(float64(k.Context))))
	}
	if t := w.Tasks; t != nil {
		add("a task takes", units.PrintBytes(t.GPUMemoryBytes))
		if t.Capacity != nil {
			add("room for", units.Several(*t.Capacity, "task"))
		}
	}
	if w.CheckpointBytes > 0 {
		add("a checkpoint takes", units.PrintBytes(w.CheckpointBytes))
	}
	return facts
}
