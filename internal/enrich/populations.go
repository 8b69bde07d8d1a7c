package enrich

import (
	"cmp"
	"slices"
)

// dimmSizes are the modules that are sold of each kind of memory, GiB.
var dimmSizes = map[string][]float64{
	"ddr4": {8, 16, 32, 64, 128, 256},
	"ddr5": {16, 24, 32, 48, 64, 96, 128, 256},
}

// populations lists the ways to put one, or two, like modules into every channel
// of every socket, by capacity, those of one a channel first among equals: two
// cost speed (Lenovo LP1268, LP2283).
func populations(cpu CPU) []Population {
	list := []Population{}
	for each := 1; each <= min(cpu.DIMMsPerChannel, 2); each++ {
		for _, size := range dimmSizes[cpu.MemoryType] {
			n := cpu.Sockets * cpu.MemoryChannels * each
			p := Population{Count: n, SizeBytes: size * (1 << 30), CapacityBytes: float64(n) * size * (1 << 30)}
			if n > 0 && (cpu.MemoryMaxBytes == 0 || p.CapacityBytes <= cpu.MemoryMaxBytes*float64(cpu.Sockets)) {
				list = append(list, p)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Population) int { return cmp.Compare(a.CapacityBytes, b.CapacityBytes) })
	return slices.CompactFunc(list, func(a, b Population) bool { return a.CapacityBytes == b.CapacityBytes })
}
