package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/rackvet/rackvet/internal/units"
)

// none stands where a side has nothing.
const none = "–"

// quantity is a number as people read it; power in kilowatts, as racks count it.
func quantity(v float64, unit string) string {
	if unit == units.Watts && (v == 0 || math.Abs(v) >= 1000) {
		return units.Number(v/1000, 2) + " kW"
	}
	return units.Print(v, unit)
}

// value is one side of a figure.
func (f DiffFigure) value(v *float64) string {
	if v == nil {
		return none
	}
	return quantity(*v, f.Unit)
}

// delta is the difference with its sign; "" where a side is not known.
func (f DiffFigure) delta() string {
	if f.Base == nil || f.Head == nil || *f.Base == *f.Head {
		return ""
	}
	return signed(*f.Head-*f.Base, f.Unit)
}

func signed(v float64, unit string) string {
	if v < 0 {
		return "−" + quantity(-v, unit)
	}
	return "+" + quantity(v, unit)
}

// span is a change in a few words: "320 → 640 GiB". A unit that both ends have
// stands once.
func span(base, head string) string {
	number, unit, _ := strings.Cut(base, " ")
	if _, other, ok := strings.Cut(head, " "); ok && unit == other && unit != "%" && unit != "×" {
		base = number
	}
	return base + " → " + head
}

// figureNames are the figures as prose, for those whose names are no words.
var figureNames = map[string]string{
	"host_to_gpu_ratio": "RAM to GPU memory", "power": "power of GPUs and CPUs", "host_memory": "RAM", "host_demand": "RAM demanded",
	"gpu_link": "link of GPUs", "gpu_pcie": "slots of GPUs", "power_supply": "power supplies",
}

// partLabel is the name of a figure or a part as people read it. It is harmless.
func partLabel(s string) string {
	if n, ok := figureNames[s]; ok {
		return n
	}
	kind, own, named := strings.Cut(s, ".")
	if named {
		return Escape(name(kind)) + " " + quote(own)
	}
	return Escape(name(s))
}

// label is the figure's name with its currency.
func (f DiffFigure) label() string {
	if f.Currency != "" {
		return partLabel(f.Name) + ", " + Escape(cut(f.Currency, maxName))
	}
	return partLabel(f.Name)
}

// String is an amount as people read it: "4 × nvidia-a100-pcie-40gb".
func (a *Amount) String() string {
	switch {
	case a == nil:
		return none
	case a.Count == 0:
		return a.What
	}
	return fmt.Sprintf("%d × %s", a.Count, a.What)
}

// String is a demand and what it leaves.
func (m *MemoryUse) String() string {
	switch {
	case m == nil:
		return none
	case m.DemandBytes == nil && m.Missing != "":
		return "not known: " + m.Missing
	case m.DemandBytes == nil:
		return "not known"
	case m.RoomBytes == nil:
		return units.PrintBytes(*m.DemandBytes)
	}
	text := strings.ReplaceAll(span(units.PrintBytes(*m.DemandBytes), units.PrintBytes(*m.RoomBytes)), "→", "of")
	if m.Left == nil {
		return text
	}
	if *m.Left < 0 {
		return text + ", " + units.PrintBytes(*m.DemandBytes-*m.RoomBytes) + " too much"
	}
	return text + ", " + share(*m.Left) + " left"
}

// share is a fraction in whole percents, as far as they tell it from nothing.
func share(v float64) string {
	if math.Abs(v) < 0.01 {
		return units.Print(v, units.Fraction)
	}
	return units.Number(v*100, 0) + " %"
}

// equal reports whether both sides read the same.
func (m DiffMemory) equal() bool { return m.Base.String() == m.Head.String() }

// room is the change of what is left, for a headline; "" where a side is not known.
func (m DiffMemory) room() string {
	if m.Base == nil || m.Head == nil || m.Base.Left == nil || m.Head.Left == nil {
		return ""
	}
	from, to := share(*m.Base.Left), share(*m.Head.Left)
	if from == to {
		return ""
	}
	return strings.ReplaceAll(span(from, to), "-", "−")
}

// delta is how the demand changed; "" where it did not, or is not known.
func (m DiffMemory) delta() string {
	if m.Base == nil || m.Head == nil || m.Base.DemandBytes == nil || m.Head.DemandBytes == nil || *m.Base.DemandBytes == *m.Head.DemandBytes {
		return ""
	}
	return signed(*m.Head.DemandBytes-*m.Base.DemandBytes, units.Bytes)
}

// margins is how the margin of a result changed; "" where a side has none.
func (r DiffResult) margins() string {
	if r.Base == nil || r.Head == nil || r.Base.Margin == nil || r.Head.Margin == nil {
		return ""
	}
	from, to := units.Print(*r.Base.Margin, units.Fraction), units.Print(*r.Head.Margin, units.Fraction)
	if from == to {
		return ""
	}
	return strings.ReplaceAll(span(from, to), "-", "−")
}
