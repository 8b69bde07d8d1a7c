package diff

import "github.com/rackvet/rackvet/internal/report"

// compareBuilds fills in what of a build changed.
func compareBuilds(s *report.DiffServer, base, head *Build) {
	for _, p := range merge(base.parts, head.parts, func(p part) string { return p.name }) {
		c := report.DiffPart{}
		if p.base != nil {
			c.Name, c.Base = p.base.name, &p.base.amount
		}
		if p.head != nil {
			c.Name, c.Head = p.head.name, &p.head.amount
		}
		if c.Base == nil || c.Head == nil || *c.Base != *c.Head {
			s.Parts = append(s.Parts, c)
		}
	}
	for _, p := range merge(base.figures, head.figures, figure.key) {
		if f := compareFigure(p); f.Base == nil || f.Head == nil || *f.Base != *f.Head {
			s.Figures = append(s.Figures, f)
		}
	}
	for _, p := range merge(base.workloads, head.workloads, func(w workload) string { return w.kind + "\x00" + w.name }) {
		c := report.DiffWorkload{}
		if p.base != nil {
			c.Kind, c.Name, c.GPU.Base, c.Host.Base = p.base.kind, p.base.name, p.base.gpu, p.base.host
		}
		if p.head != nil {
			c.Kind, c.Name, c.GPU.Head, c.Host.Head = p.head.kind, p.head.name, p.head.gpu, p.head.host
		}
		if !alike(c.GPU) || !alike(c.Host) {
			s.Workloads = append(s.Workloads, c)
		}
	}
}

// alike reports whether a demand and the room for it are as they were.
func alike(m report.DiffMemory) bool {
	if m.Base == nil || m.Head == nil {
		return m.Base == m.Head
	}
	same := func(a, b *float64) bool { return a == b || a != nil && b != nil && *a == *b }
	if m.Base.DemandBytes == nil && m.Head.DemandBytes == nil {
		return m.Base.Missing == m.Head.Missing
	}
	return same(m.Base.DemandBytes, m.Head.DemandBytes) && same(m.Base.RoomBytes, m.Head.RoomBytes) && m.Base.Missing == m.Head.Missing
}

func (f figure) key() string { return f.name + "\x00" + f.currency }

func compareFigure(p pair[figure]) report.DiffFigure {
	var f report.DiffFigure
	if p.base != nil {
		f = report.DiffFigure{Name: p.base.name, Unit: p.base.unit, Currency: p.base.currency, Base: &p.base.value}
	}
	if p.head != nil {
		f = report.DiffFigure{Name: p.head.name, Unit: p.head.unit, Currency: p.head.currency, Base: f.Base, Head: &p.head.value}
	}
	return f
}
