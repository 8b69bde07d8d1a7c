package enrich

import "fmt"

// String is a slot as data sheets write it, "" for none: "PCIe 4 x16".
func (s *Slot) String() string {
	if s == nil {
		return ""
	}
	return fmt.Sprintf("PCIe %d x%d", s.Generation, s.Lanes)
}

// Share is what of a budget goes into one sort of part.
type Share struct {
	Name   string
	Amount float64
}

// Shares lists what is stated of how a budget is split.
func (b *Budget) Shares() []Share {
	var shares []Share
	for _, s := range []struct {
		name   string
		amount *float64
	}{{"gpu", b.GPU}, {"memory", b.Memory}, {"storage", b.Storage}, {"cpu", b.CPU}, {"network", b.Network}, {"other", b.Other}} {
		if s.amount != nil {
			shares = append(shares, Share{s.name, *s.amount})
		}
	}
	return shares
}
