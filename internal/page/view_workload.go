package page

import (
	"slices"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// workloadView is a workload with its bars.
type workloadView struct {
	Workload
	GPU, Host memoryView
}

// memoryView is a demand with the results that judge it.
type memoryView struct {
	Memory
	Title  string
	Bar    *bar
	Judged []check
}

func (w *writer) workload(x Workload, all []check) workloadView {
	return workloadView{Workload: x, GPU: w.memory("The fullest GPU", "usable", x.GPU, all), Host: w.memory("Host memory of a node", "in all", x.Host, all)}
}

// memory finds the results that judge a demand, and draws it against their limit.
func (w *writer) memory(title, kind string, m Memory, all []check) memoryView {
	v := memoryView{Memory: m, Title: title}
	var limit *float64
	for _, c := range all {
		if m.Rule == "" || c.Rule != m.Rule || c.Path.String() != m.Path.String() || c.Outcome == finding.Skipped {
			continue
		}
		v.Judged = append(v.Judged, c)
		if limit == nil {
			limit = c.Limit
		}
	}
	if v.Bar = w.memoryBar(m, kind, limit); v.Bar != nil {
		v.Bar.Title = title
	}
	return v
}

// drawn is the demand whose bar shows what a result says, nil where there is none.
func (s *Server) drawn(r finding.Result) *Memory {
	all := slices.Clone(s.Workloads)
	if s.Together != nil {
		all = append(all, *s.Together)
	}
	for _, x := range all {
		for _, m := range []*Memory{&x.GPU, &x.Host} {
			if m.Rule != "" && m.Rule == r.Rule && m.Path.String() == r.Path.String() {
				return m
			}
		}
	}
	return nil
}

// without leaves out of a check's evidence the parts that stand with a demand.
func (w *writer) without(c check, m Memory) check {
	n := len(c.Inputs)
	c.Inputs = slices.DeleteFunc(c.Inputs, func(in input) bool {
		return slices.ContainsFunc(m.Components, func(x Component) bool {
			return in.Name == w.name(finding.Words(x.Name)) && in.Value == units.PrintBytes(x.Bytes)
		})
	})
	if len(c.Inputs) < n {
		c.Besides = append(c.Besides, "its parts stand with the workload")
	}
	return c
}
