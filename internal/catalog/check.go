package catalog

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Check decodes every entry of a catalogue and gives all that is wrong with it as
// a whole: entries that can't be decoded or name no source,
// names that stand for two entries, and platforms whose GPU or
// processor is not one of the catalogue.
func (c *Catalog) Check() error {
	var faults []error
	faults = append(faults, check("gpu", c.gpus, func(g *GPU) string { return g.Source })...)
	faults = append(faults, check("cpu", c.cpus, func(p *CPU) string { return p.Source })...)
	faults = append(faults, check("model", c.models, func(m *Model) string { return m.Source })...)
	faults = append(faults, check("platform", c.platforms, func(p *Platform) string { return p.Source })...)
	if len(faults) > 0 {
		return errors.Join(faults...)
	}
	for _, p := range c.Platforms() {
		if name := modelOf(p.Blocks["gpu"]); c.GPU(name).Entry == nil {
			faults = append(faults, fmt.Errorf("platform %q: gpu %q is not one of the catalogue", p.ID, name))
		}
		if name := modelOf(p.Blocks["cpu"]); name != "" && c.CPU(name).Entry == nil {
			faults = append(faults, fmt.Errorf("platform %q: cpu %q is of no one family", p.ID, name))
		}
	}
	return errors.Join(faults...)
}

func modelOf(block any) string {
	fields, _ := block.(map[string]any)
	name, _ := fields["model"].(string)
	return name
}

func check[T any](kind string, s *shelf[T], source func(*T) string) []error {
	var faults []error
	for _, it := range s.items {
		v, err := it.read()
		switch {
		case err != nil:
			faults = append(faults, err)
		case source(v) == "":
			faults = append(faults, fmt.Errorf("%s %q: no source", kind, it.id))
		}
	}
	index := s.keys()
	for _, k := range slices.Sorted(maps.Keys(index)) {
		if items := index[k]; len(items) > 1 {
			faults = append(faults, fmt.Errorf("%s: %q may be %q or %q", kind, k, items[0].id, items[1].id))
		}
	}
	return faults
}
