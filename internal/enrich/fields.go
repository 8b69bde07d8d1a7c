package enrich

import (
	"slices"

	"github.com/rackvet/rackvet/internal/units"
)

// fields is a block as a spec or a platform of the catalogue writes it:
// quantities as text, numbers as float64. The schema has checked it, so that a
// value of the wrong type is read as one that is left out.
type fields map[string]any

func (f fields) text(name string) string {
	s, _ := f[name].(string)
	return s
}

func (f fields) number(name string) float64 {
	n, _ := f[name].(float64)
	return n
}

func (f fields) count(name string) int { return int(f.number(name)) }

// countOr is a count that has a default.
func (f fields) countOr(name string, otherwise int) int {
	if n := f.count(name); n > 0 {
		return n
	}
	return otherwise
}

func (f fields) flag(name string) *bool {
	if b, ok := f[name].(bool); ok {
		return &b
	}
	return nil
}

// maybe is a number that may be left out, and may be 0.
func (f fields) maybe(name string) *float64 {
	if n, ok := f[name].(float64); ok {
		return &n
	}
	return nil
}

// maybeCount is a count that may be left out, and may be 0.
func (f fields) maybeCount(name string) *int {
	if n, ok := f[name].(float64); ok {
		i := int(n)
		return &i
	}
	return nil
}

// maybeFlag is a flag that may be left out.
func (f fields) maybeFlag(name string) *bool {
	if b, ok := f[name].(bool); ok {
		return &b
	}
	return nil
}

// quantity is in base units; 0 where it is left out.
func (f fields) quantity(kind units.Kind, name string) float64 {
	v, err := units.Parse(kind, f.text(name))
	if err != nil {
		return 0
	}
	return v
}

func (f fields) block(name string) fields {
	m, _ := f[name].(map[string]any)
	return m
}

// list is a repeated block without a label.
func (f fields) list(name string) []fields {
	items, _ := f[name].([]any)
	var out []fields
	for _, i := range items {
		if m, ok := i.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

// names are the labels of a labelled block, sorted.
func (f fields) names() []string {
	var names []string
	for n := range f {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// slot is a PCIe link; nil where it is left out.
func (f fields) slot(name string) *Slot {
	s, err := units.ParseSlot(f.text(name))
	if err != nil {
		return nil
	}
	return newSlot(s)
}

func newSlot(s units.Slot) *Slot {
	if s == (units.Slot{}) {
		return nil
	}
	return &Slot{Generation: s.Generation, Lanes: s.Lanes, PerDirection: s.PerDirection(), Bidirectional: 2 * s.PerDirection()}
}
