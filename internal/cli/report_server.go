package cli

import (
	"fmt"
	"strings"

	"github.com/rackvet/rackvet/internal/enrich"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/lint"
	"github.com/rackvet/rackvet/internal/page"
	"github.com/rackvet/rackvet/internal/report"
	"github.com/rackvet/rackvet/internal/units"
)

// newReviewed is a server as a reviewer reads of it.
func newReviewed(o report.Options, x *lint.Result, s lint.Server) *page.Server {
	r := &page.Server{Name: s.Name, File: o.Rel(x.File), Verdict: s.Verdict, Nodes: 1, Headline: "not judged: it does not fit the schema",
		Figures: []page.Figure{}, Parts: []page.Part{}, Workloads: []page.Workload{}, Results: []finding.Result{}, Doubts: []string{}}
	for _, result := range s.Results {
		r.Results = append(r.Results, o.Portable(result))
	}
	in := s.Input
	if in == nil {
		r.Doubts = append(r.Doubts, "The server does not fit the schema, so that no rule judged it.")
		return r
	}
	r.Headline, r.Description, r.Nodes = in.Headline(), in.Server.Description, in.Server.Nodes
	r.Figures, r.Parts, r.Budget = figures(in, s.Results), parts(in, x.Catalog), budget(in.Budget)
	for _, w := range in.Workloads {
		r.Workloads = append(r.Workloads, reviewedWorkload(in, w, x))
	}
	for _, t := range in.Turns {
		if len(t.Workloads) > 1 {
			r.Together = together(in, t)
		}
	}
	r.Doubts = append(r.Doubts, doubts(in)...)
	return r
}

// figures are the few numbers that say what a build is.
func figures(in *enrich.Input, results []finding.Result) []page.Figure {
	list := []page.Figure{}
	add := func(name, value, note string) { list = append(list, page.Figure{Name: name, Value: value, Note: note}) }
	if n := in.Server.Nodes; n > 1 {
		add("Nodes", units.Number(float64(n), 0), units.Several(n*in.GPU.Count, "GPU")+" in all")
	}
	if t := in.Totals; t.GPUMemoryBytes > 0 {
		add("GPU memory a node", units.PrintBytes(t.GPUMemoryBytes), fmt.Sprintf("%d × %s", in.GPU.Count, units.PrintBytes(in.GPU.MemoryBytes)))
	}
	note := ""
	if r := in.Totals.HostToGPURatio; r != nil {
		note = units.Print(*r, units.Ratio) + " GPU memory"
	}
	add("Host memory a node", units.PrintBytes(in.Memory.CapacityBytes), note)
	for _, r := range results {
		if r.Rule == "power/supply" && r.Observed != nil && r.Limit != nil {
			add("Power a node", units.Print(*r.Observed, units.Watts), "limit "+units.Print(*r.Limit, units.Watts))
			break
		}
	}
	if b := in.Budget; b != nil && b.Total > 0 {
		note := ""
		if n := in.Server.Nodes; n > 1 {
			note = fmt.Sprintf("%s for %d nodes", units.Thousands(b.Total*float64(n)), n)
		}
		add("Budget a node", strings.TrimSpace(units.Thousands(b.Total)+" "+b.Currency), note)
	}
	return list
}

func budget(b *enrich.Budget) *page.Budget {
	if b == nil {
		return nil
	}
	split := &page.Budget{Currency: b.Currency, Total: b.Total, Shares: []page.Share{}}
	for _, s := range b.Shares() {
		split.Shares = append(split.Shares, page.Share(s))
	}
	return split
}

// doubts are what can't be told for certain of a build.
func doubts(in *enrich.Input) []string {
	var list []string
	for _, u := range in.Unresolved {
		text := fmt.Sprintf("Nothing describes the %s %q.", finding.Words(u.Kind), u.Written)
		if len(u.Candidates) > 0 {
			text = fmt.Sprintf("The %s %q may be any of %s: what they share is known of it, the rest is not.", finding.Words(u.Kind), u.Written, strings.Join(u.Candidates, ", "))
		}
		list = append(list, text)
	}
	if in.GPU.UsableBytes > 0 && !in.GPU.UsableConfirmed {
		list = append(list, "What a driver shows of the GPU's memory is not published: the nominal figure stands in for it.")
	}
	for _, r := range in.Redefined {
		list = append(list, fmt.Sprintf("The spec states %s of %q itself, and otherwise than the %s.", finding.Words(r.Figure), r.ID, r.By))
	}
	unconfirmed := func(of string, fields []string) {
		if len(fields) > 0 {
			list = append(list, fmt.Sprintf("No source confirms these figures of %s: %s.", of, strings.ReplaceAll(strings.Join(fields, ", "), "_", " ")))
		}
	}
	unconfirmed(in.GPU.ID, in.GPU.Unconfirmed)
	unconfirmed(in.CPU.Family, in.CPU.Unconfirmed)
	if p := in.Platform; p != nil {
		unconfirmed(p.ID, p.Unconfirmed)
	}
	seen := map[string]bool{}
	for _, w := range in.Workloads {
		if !seen[w.Model] {
			unconfirmed(w.Model, w.Unconfirmed)
		}
		seen[w.Model] = true
		if w.GPU.Missing != "" {
			list = append(list, fmt.Sprintf("What %s %q demands of a GPU is not known: %s.", w.Kind, w.Name, w.GPU.Missing))
		}
		if w.Host.Missing != "" {
			list = append(list, fmt.Sprintf("What %s %q demands of host memory is not known: %s.", w.Kind, w.Name, w.Host.Missing))
		}
	}
	return list
}
