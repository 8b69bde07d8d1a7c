package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/fatih/color"

	"github.com/rackvet/rackvet/internal/units"
)

// Demand is the memory of one server's workloads, to be drawn.
type Demand struct {
	Server, File, Headline string
	Workloads              []WorkloadDemand
}

// WorkloadDemand is the memory of one workload.
type WorkloadDemand struct {
	Title  string // inference "chat"
	Layout string // the model, and how many GPUs hold it
	GPU    MemoryDemand
	Host   MemoryDemand
	// Savings say what would shrink the demand on a GPU most, with the bytes.
	Savings []Part
	// Defaults are what the spec leaves out, as name = value.
	Defaults []string
}

// MemoryDemand is a demand on the worst GPU, or on one node's host memory.
type MemoryDemand struct {
	Components []ComponentDemand
	// Bytes, Low and High are 0 where the demand is not known; Missing says why.
	Bytes, Low, High float64
	// Room is what there is: usable memory of a GPU, or a node's RAM; 0 where it
	// is not known.
	Room       float64
	Confidence string
	Missing    string
}

// ComponentDemand is a part of a demand with the formula that made it.
type ComponentDemand struct {
	Part
	Formula string
}

// DemandOptions say how demands are drawn.
type DemandOptions struct {
	Color bool
	// Plain draws with ASCII, for terminals that have nothing else.
	Plain bool
	// Columns is the width of a bar; 0 is 60.
	Columns int
}

// WriteDemand draws a server's workloads: for each a bar of its components
// against the memory of a GPU, a table below it, what is left, and what would
// shrink it most.
func WriteDemand(w io.Writer, d Demand, o DemandOptions) error {
	if o.Columns == 0 {
		o.Columns = 60
	}
	var b strings.Builder
	p := newPalette(o.Color)
	fmt.Fprintf(&b, "%s in %s: %s\n", p.strong.Sprint(`server "`+Escape(d.Server)+`"`), Escape(d.File), Escape(d.Headline))
	if len(d.Workloads) == 0 {
		b.WriteString("  no workloads\n")
	}
	for _, wd := range d.Workloads {
		o.workload(&b, wd, p)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (o DemandOptions) workload(b *strings.Builder, w WorkloadDemand, p palette) {
	fmt.Fprintf(b, "\n%s  %s\n", p.strong.Sprint(Escape(w.Title)), Escape(w.Layout))
	o.memory(b, "a GPU", w.GPU, p)
	for i, s := range w.Savings {
		if i == 0 {
			b.WriteString("  what would shrink it most:\n")
		}
		fmt.Fprintf(b, "    %s  −%s\n", Escape(s.Name), units.PrintBytes(s.Bytes))
	}
	o.memory(b, "a node's RAM", w.Host, p)
	if len(w.Defaults) > 0 {
		fmt.Fprintf(b, "  %s\n", p.dull.Sprint("left out, and assumed: "+Escape(strings.Join(w.Defaults, ", "))))
	}
}

// memory draws one demand.
func (o DemandOptions) memory(b *strings.Builder, what string, m MemoryDemand, p palette) {
	if m.Confidence == "" {
		return // nothing was asked
	}
	var parts []Part
	for _, c := range m.Components {
		parts = append(parts, c.Part)
	}
	if m.Missing != "" {
		fmt.Fprintf(b, "  on %s: not known: %s\n", what, Escape(m.Missing))
	} else {
		fmt.Fprintf(b, "  on %s: %s\n", what, m.sentence(p))
	}
	if len(parts) == 0 {
		return
	}
	paint := o.paints()
	fmt.Fprintf(b, "  %s\n  %s\n", bar(parts, m.Room, o.Columns, o.Plain, paint), legend(parts, o.Plain, paint))
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, c := range m.Components {
		share := ""
		if m.Room > 0 {
			share = units.Print(c.Bytes/m.Room, units.Fraction)
		}
		size := units.PrintBytes(c.Bytes)
		fmt.Fprintf(table, "    %s\t%s\t%s\t%s\n", name(c.Name), size, share, Escape(strings.TrimSuffix(c.Formula, " = "+size)))
	}
	table.Flush()
}

// sentence is the sum, what there is, and what is left.
func (m MemoryDemand) sentence(p palette) string {
	s := units.PrintBytes(m.Bytes)
	if m.Low < m.Bytes || m.High > m.Bytes {
		s += fmt.Sprintf(" (%s, %s to %s)", m.Confidence, units.PrintBytes(m.Low), units.PrintBytes(m.High))
	} else {
		s += " (" + m.Confidence + ")"
	}
	switch left := m.Room - m.Bytes; {
	case m.Room <= 0:
		return s + "; what there is is not known"
	case left < 0:
		return s + fmt.Sprintf(" of %s: %s", units.PrintBytes(m.Room), p.strong.Sprintf("%s too much", units.PrintBytes(-left)))
	default:
		return s + fmt.Sprintf(" of %s: %s left, %s", units.PrintBytes(m.Room), units.PrintBytes(left), units.Print(left/m.Room, units.Fraction))
	}
}

// paints are the colours of a bar's parts.
func (o DemandOptions) paints() []*color.Color {
	var paints []*color.Color
	for _, a := range []color.Attribute{color.FgBlue, color.FgGreen, color.FgYellow, color.FgMagenta, color.FgCyan, color.FgRed} {
		c := color.New(a)
		c.DisableColor()
		if o.Color {
			c.EnableColor()
		}
		paints = append(paints, c)
	}
	return paints
}
