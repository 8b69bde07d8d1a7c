package diff

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/report"
)

// totals adds up what all servers of a side come to. A server of which a figure is
// known on one side alone, though it is on both, is in neither sum; unclear are more
// servers that are not.
func totals(pairs []pair[Server], unclear int) []report.DiffFigure {
	sums := map[string]*report.DiffFigure{}
	var order []string
	counted := map[string]int{}
	for _, p := range pairs {
		var b, h []figure
		if p.base != nil && p.base.Build != nil {
			b = p.base.Build.totals
		}
		if p.head != nil && p.head.Build != nil {
			h = p.head.Build.totals
		}
		for _, pf := range merge(b, h, figure.key) {
			f := compareFigure(pf)
			if (f.Base == nil && p.base != nil) || (f.Head == nil && p.head != nil) {
				continue
			}
			key := f.Name + "\x00" + f.Currency
			sum := sums[key]
			if sum == nil {
				sum = &report.DiffFigure{Name: f.Name, Unit: f.Unit, Currency: f.Currency, Base: new(float64), Head: new(float64)}
				sums[key] = sum
				order = append(order, key)
			}
			counted[key]++
			if f.Base != nil {
				*sum.Base += *f.Base
			}
			if f.Head != nil {
				*sum.Head += *f.Head
			}
		}
	}
	rank := []string{"nodes", "gpus", "gpu_memory", "power", "money"}
	slices.SortStableFunc(order, func(a, b string) int {
		x, y := sums[a], sums[b]
		return cmp.Or(cmp.Compare(slices.Index(rank, x.Name), slices.Index(rank, y.Name)), strings.Compare(x.Currency, y.Currency))
	})
	var all []report.DiffFigure
	for _, key := range order {
		sum := sums[key]
		if !finite(*sum.Base) || !finite(*sum.Head) {
			continue
		}
		sum.Unknown = len(pairs) + unclear - counted[key]
		all = append(all, *sum)
	}
	return all
}
