package enrich

import (
	"fmt"

	"github.com/rackvet/rackvet/internal/document"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// limit is a figure of a block that can't be more than another, where both are
// stated. A quantity is compared as its kind.
type limit struct {
	figure, most finding.Path
	kind         units.Kind
}

var modelLimits = []limit{
	{figure: finding.Path{"active_parameters"}, most: finding.Path{"parameters"}},
	{figure: finding.Path{"kv_heads"}, most: finding.Path{"heads"}},
	{figure: finding.Path{"attention_layers"}, most: finding.Path{"layers"}},
	{figure: finding.Path{"ffn_layers"}, most: finding.Path{"layers"}},
	{figure: finding.Path{"experts", "active"}, most: finding.Path{"experts", "count"}},
	{figure: finding.Path{"experts", "layers"}, most: finding.Path{"layers"}},
	{figure: finding.Path{"state", "layers"}, most: finding.Path{"layers"}},
}

var gpuLimits = []limit{{finding.Path{"reported_memory"}, finding.Path{"memory"}, units.Memory}}

var cpuLimits = []limit{{finding.Path{"tdp_least"}, finding.Path{"tdp"}, units.Power}}

// contradictions reports the figures of a block that are more than they can be.
func (x *extender) contradictions(b *document.Block, limits []limit) {
	for _, l := range limits {
		figure, most := at(b, l.figure), at(b, l.most)
		if figure == nil || most == nil || amount(figure, l.kind) <= amount(most, l.kind) {
			continue
		}
		x.fault(b, finding.Result{
			Message: fmt.Sprintf("%s is %s, and can't be more than %s, which is %s", l.figure, stated(figure), l.most, stated(most)),
			File:    figure.Range.File, Range: figure.Range, Path: b.Path.Child(l.figure...),
			Related: []finding.Related{{Message: l.most.String(), Range: most.Range}},
		})
	}
}

// at is the value that a path leads to through the blocks of b, nil where none is
// stated.
func at(b *document.Block, path finding.Path) *document.Value {
	for _, name := range path[:len(path)-1] {
		if b = b.Block(name.(string)); b == nil {
			return nil
		}
	}
	a := b.Attribute(path[len(path)-1].(string))
	if a == nil {
		return nil
	}
	return a.Value
}

// amount is a number, or a quantity in base units.
func amount(v *document.Value, kind units.Kind) float64 {
	if v.Kind == document.Number {
		return v.Float()
	}
	quantity, _ := units.Parse(kind, v.Text)
	return quantity
}

// stated is a figure as the spec has it.
func stated(v *document.Value) string {
	if v.Kind == document.Number {
		return units.Number(v.Float(), 2)
	}
	return v.Text
}
