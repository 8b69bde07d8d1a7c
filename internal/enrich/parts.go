package enrich

import (
	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/units"
)

// cpu looks up the processors' family.
func (e *enricher) cpu() {
	spec := e.spec.block("cpu")
	in := &e.input.CPU
	*in = CPU{Written: spec.text("model"), Sockets: spec.countOr("sockets", 1), Cores: spec.count("cores"), TDPWatts: spec.quantity(units.Power, "tdp"), Unconfirmed: []string{}}
	if in.Written == "" {
		return // a platform need not say
	}
	match := e.catalog.CPU(in.Written)
	part := match.Entry
	if part == nil {
		refer(e, "cpu", in.Written, match, func(x *catalog.CPU) string { return x.ID }, finding.Path{"cpu", "model"})
		return
	}
	e.redefineCPU(part, in.Written)
	in.Family, in.CoresMax, in.MemoryChannels, in.DIMMsPerChannel = part.ID, part.CoresMax, part.MemoryChannels, part.DIMMsPerChannel
	if in.Cores == 0 {
		in.Cores = part.CoresOf(in.Written)
	}
	in.SocketsMax, in.MemoryType, in.MemoryMaxBytes = part.SocketsOf(in.Written), part.MemoryType, part.MemoryMax
	in.PCIeGeneration, in.PCIeLanes = part.PCIeGeneration, part.PCIeLanes*in.Sockets
	if in.TDPWatts == 0 {
		in.TDPWatts, in.TDPLeastWatts = part.TDP, part.TDPLeast
	}
	if in.Sockets == 2 && part.PCIeLanes2S > 0 {
		in.PCIeLanes = part.PCIeLanes2S
	}
	in.Unconfirmed = append(in.Unconfirmed, part.Unconfirmed...)
}

// parts reads memory, storage, network, power and budget.
func (e *enricher) parts() {
	in := e.input
	memory := e.spec.block("memory")
	in.Memory = Memory{CapacityBytes: memory.quantity(units.Memory, "capacity"), ECC: memory.flag("ecc"), DIMMs: []DIMM{}, Populations: populations(e.input.CPU)}
	for i, d := range memory.list("dimm") {
		in.Memory.DIMMs = append(in.Memory.DIMMs, DIMM{
			Index: i, Count: d.count("count"), SizeBytes: d.quantity(units.Memory, "size"),
			Type: d.text("type"), Transfers: d.quantity(units.Transfers, "speed"),
		})
		in.Memory.DIMMBytes += float64(d.count("count")) * d.quantity(units.Memory, "size")
	}
	in.Storage = []Storage{}
	for _, name := range e.spec.block("storage").names() {
		s := e.spec.block("storage").block(name)
		in.Storage = append(in.Storage, Storage{
			Name: name, Kind: s.text("kind"), Role: s.text("role"), Count: s.countOr("count", 1),
			SizeBytes: s.quantity(units.Storage, "size"), PCIe: s.slot("pcie"), Bandwidth: s.quantity(units.Bandwidth, "bandwidth"),
		})
	}
	in.Network = []Network{}
	for _, name := range e.spec.block("network").names() {
		n := e.spec.block("network").block(name)
		in.Network = append(in.Network, Network{
			Name: name, Kind: n.text("kind"), Role: n.text("role"), Ports: n.countOr("ports", 1), Speed: n.quantity(units.BitRate, "speed"),
		})
	}
	if p := e.spec.block("power"); p != nil {
		in.Power = &Power{Supplies: p.count("supplies"), RatingWatts: p.quantity(units.Power, "rating")}
		if r, err := units.ParseRedundancy(p.text("redundancy")); err == nil {
			in.Power.Needed, in.Power.Spare = &r.Needed, &r.Spare
		}
	}
	if b := e.spec.block("budget"); b != nil {
		in.Budget = &Budget{
			Currency: b.text("currency"), GPU: b.maybe("gpu"), Memory: b.maybe("memory"), Storage: b.maybe("storage"),
			CPU: b.maybe("cpu"), Network: b.maybe("network"), Other: b.maybe("other"),
		}
		for _, part := range []*float64{in.Budget.GPU, in.Budget.Memory, in.Budget.Storage, in.Budget.CPU, in.Budget.Network, in.Budget.Other} {
			if part != nil {
				in.Budget.Total += *part
			}
		}
	}
}
