package page

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// bar is a stacked bar to draw: places and widths are in percent of its width.
type bar struct {
	ID, Title, Text string
	Room            string // the width of what there is, "" where that is not known
	Segments        []segment
	Limit, Over     *mark  // Over stands at the end of the room where more is asked
	Excess          string // the width of what lies beyond the limit
	Low, High       string
	Left, Right     string // what stands at the ends of the scale
}

// segment is a part of a bar and a line of its legend.
type segment struct {
	X, Width, Middle string
	Class            string // of its fill
	Key              int
	Name, Text       string
	Share            string
	Wide             bool // there is room for its key
	Formula          string
}

// Formulas reports whether any of the parts has one.
func (b *bar) Formulas() bool {
	return slices.ContainsFunc(b.Segments, func(s segment) bool { return s.Formula != "" })
}

// mark is a line across a bar; its label stands on the side that has room.
type mark struct{ X, Label, Anchor string }

// fills are the classes of the parts that workloads share, so that one part looks
// the same in every bar. Others get what is left, in turn.
var fills = map[string]string{
	"weights": "c1", "gradients": "c2", "optimizer": "c3", "activations": "c4", "kv_cache": "c2", "logits": "c5", "reserve": "c8",
	"demand": "c1", "task": "c1", "process": "c1", "load": "c2", "checkpoint": "c3", "loader": "c4", "system": "c8",
	"gpu": "c1", "cpu": "c4", "memory": "c2", "storage": "c3", "network": "c6", "other": "c8",
}

var furtherFills = []string{"c5", "c6", "c7", "c3", "c4"}

// percent is a place on a bar.
func percent(v, whole float64) string {
	return units.Number(100*min(max(v/whole, 0), 1), 2) + "%"
}

// stack draws components against a scale that ends at whole.
func (w *writer) stack(components []Component, whole float64, print func(float64) string) []segment {
	var segments []segment
	from, further, last := 0.0, 0, ""
	for i, c := range components {
		class := fills[c.Name]
		if class == "" || class == last {
			class = furtherFills[further%len(furtherFills)]
			further++
		}
		last = class
		s := segment{Class: class, Key: i + 1, Name: w.name(finding.Words(c.Name)), Text: print(c.Bytes),
			X: percent(from, whole), Width: percent(c.Bytes, whole), Middle: percent(from+c.Bytes/2, whole), Wide: c.Bytes/whole >= 0.045}
		if formula := strings.TrimSuffix(c.Formula, " = "+s.Text); formula != "" {
			s.Formula = w.text(formula)
		}
		from += c.Bytes
		segments = append(segments, s)
	}
	return segments
}

// memoryBar draws a demand on memory; nil where nothing of it is known. kind says
// what the room is: "usable".
func (w *writer) memoryBar(m Memory, kind string, limit *float64) *bar {
	sum := 0.0
	for _, c := range m.Components {
		sum += c.Bytes
	}
	components := m.Components
	if len(components) == 0 && m.Bytes > 0 {
		components, sum = []Component{{Name: "demand", Bytes: m.Bytes}}, m.Bytes
	}
	whole := max(sum, m.Room, m.High)
	if limit != nil {
		whole = max(whole, *limit)
	}
	if sum <= 0 || math.IsInf(whole, 0) || math.IsNaN(whole) {
		return nil
	}
	b := &bar{ID: w.id(), Segments: w.stack(components, whole, units.PrintBytes), Left: "0", Right: units.PrintBytes(whole)}
	var said []string
	for _, s := range b.Segments {
		said = append(said, s.Name+" "+s.Text)
	}
	b.Text = "Parts, from the left: " + strings.Join(said, ", ") + "."
	if m.Room > 0 {
		b.Room = percent(m.Room, whole)
		b.Text += " There is " + units.PrintBytes(m.Room) + "."
		if m.Room < whole {
			b.Over = newMark(m.Room, whole, units.PrintBytes(m.Room)+" "+kind)
		} else {
			b.Right += " " + kind
		}
	}
	if limit != nil {
		b.Limit = newMark(*limit, whole, "limit "+units.PrintBytes(*limit))
		if sum > *limit {
			b.Excess = percent(sum-*limit, whole)
		}
		b.Text += " The limit is " + units.PrintBytes(*limit) + "."
	}
	if m.Low < m.High {
		b.Low, b.High = percent(m.Low, whole), percent(m.High, whole)
		b.Text += " The demand may lie between " + units.PrintBytes(m.Low) + " and " + units.PrintBytes(m.High) + "."
	}
	return b
}

func newMark(v, whole float64, label string) *mark {
	m := &mark{X: percent(v, whole), Label: label, Anchor: "end"}
	if v < whole/2 {
		m.Anchor = "start"
	}
	return m
}

// budgetBar draws how a budget is split.
func (w *writer) budgetBar(b *Budget) *bar {
	if b == nil || b.Total <= 0 || math.IsInf(b.Total, 0) {
		return nil
	}
	var parts []Component
	for _, s := range b.Shares {
		parts = append(parts, Component{Name: s.Name, Bytes: s.Amount})
	}
	d := &bar{ID: w.id(), Title: "How the budget of a node is split", Room: "100%", Segments: w.stack(parts, b.Total, units.Thousands)}
	var said []string
	for i := range d.Segments {
		s := &d.Segments[i]
		s.Share = units.Print(b.Shares[i].Amount/b.Total, units.Fraction)
		said = append(said, fmt.Sprintf("%s %s", s.Name, s.Share))
	}
	d.Text = "Shares, from the left: " + strings.Join(said, ", ") + "."
	return d
}
