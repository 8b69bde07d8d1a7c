package demand

import (
	"slices"

	"github.com/rackvet/rackvet/internal/units"
)

// Tasks are like programs that run side by side.
type Tasks struct {
	Placement
	// Count is how many run at once.
	Count int
	// GPUMemory is what the driver shows for one task on each of its GPUs, bytes.
	GPUMemory float64
	// HostMemory is what one task takes of host memory, bytes; 0 is left out.
	HostMemory float64
	// GPUsPerTask is how many GPUs one task takes.
	GPUsPerTask int
	// Spare is how many tasks more there must be room for; nil is left out.
	Spare *int
}

// ByNode says whether a task takes every GPU of a node, so that room for one
// more is a node's and not a card's. A task of one GPU shares it on any node.
func (t Tasks) ByNode(h Host) bool { return t.wholeNodes(h) > 0 }

// wholeNodes is how many nodes one task fills, 0 where it leaves a node's GPUs
// to others.
func (t Tasks) wholeNodes(h Host) int {
	if h.GPUs < 1 || t.perTask() < h.GPUs || t.perTask() == 1 {
		return 0
	}
	return (t.perTask() + h.GPUs - 1) / h.GPUs
}

func (t Tasks) perTask() int { return max(t.GPUsPerTask, 1) }

// cards is how many GPUs of a node the tasks may use.
func (t Tasks) cards(h Host) int {
	if t.GPUs > 0 {
		return min(t.GPUs, h.GPUs)
	}
	return h.GPUs
}

// PerNode is how many tasks the fullest node runs. Tasks that fill whole nodes
// spread over the server, the others over the nodes they are given.
func (t Tasks) PerNode(h Host) int {
	all := max(t.Count, 0) * max(t.Instances, 1)
	if whole := t.wholeNodes(h); whole > 0 {
		return ceilDiv(all*whole, max(h.Nodes, 1))
	}
	return ceilDiv(all, max(t.Nodes, 1))
}

// Demand is what one task takes, as the spec states it.
func (t Tasks) Demand(h Host) Result {
	r := Result{Pooled: 1, Parallelism: Parallelism{1, 1, 1, 1, 1}}
	if t.GPUsPerTask == 0 {
		r.assume("gpus_per_task", "1")
	}
	if t.Spare == nil {
		r.assume("spare", "1")
	}
	gpu := sum{confidence: Exact}
	gpu.add(part{name: "task", bytes: t.GPUMemory, formula: size(t.GPUMemory) + " as stated", inputs: []string{"gpu_memory"}})
	r.GPU = gpu.memory()
	r.GPU.Total = t.GPUMemory * float64(t.perTask()) * float64(max(t.Count, 0))
	host := sum{confidence: Exact}
	one := t
	one.Instances = 1
	if n := one.PerNode(h); t.HostMemory > 0 {
		host.add(part{name: "task", bytes: t.HostMemory * float64(n), inputs: []string{"host_memory", "count"},
			formula: units.Several(n, "task") + " of a node × " + size(t.HostMemory) + " = " + size(t.HostMemory*float64(n))})
	} else {
		host.unknown("host_memory of a task is not stated")
	}
	r.Host = host.memory()
	r.Host.Total = t.HostMemory * float64(max(t.Count, 0))
	return r
}

// Claim is what the tasks ask of the cards of one node.
func (t Tasks) Claim(name string, h Host) Claim {
	need := t.perTask()
	if t.wholeNodes(h) > 0 {
		need = h.GPUs
	}
	return Claim{Name: name, Bytes: t.GPUMemory, Low: t.GPUMemory, High: t.GPUMemory,
		GPUs: need, Copies: t.PerNode(h), Cards: t.cards(h)}
}

// Capacity is how many tasks of one instance find room beside what else is
// resident on its nodes, other instances of the same tasks included: N+1 asks
// that it be at least count + spare. A task that takes every GPU of a node is
// counted by nodes of the server. It is -1 where GPU memory is not known.
func Capacity(h Host, other []Claim, t Tasks) int {
	if h.UsableMemory <= 0 || h.GPUs < 1 {
		return -1
	}
	whole, siblings := t.wholeNodes(h), max(t.Count, 0)*(max(t.Instances, 1)-1)
	if whole > 0 {
		_, cards := place(h.GPUs, h.UsableMemory, other, false)
		for _, c := range cards {
			if fits(h.UsableMemory-c.bytes, t.GPUMemory, 1) == 0 {
				return 0
			}
		}
		return max(max(h.Nodes, 1)/whole-siblings, 0)
	}
	if siblings > 0 {
		c := t.Claim("", h)
		c.Copies = ceilDiv(siblings, max(t.Nodes, 1))
		other = append(other[:len(other):len(other)], c)
	}
	best := 0
	for _, pack := range []bool{false, true} {
		_, cards := place(h.GPUs, h.UsableMemory, other, pack)
		slots := make([]int, len(cards))
		for i, c := range cards {
			slots[i] = fits(h.UsableMemory-c.bytes, t.GPUMemory, mostTasks)
		}
		slices.SortFunc(slots, func(a, b int) int { return b - a })
		best = max(best, together(slots[:min(len(slots), max(t.cards(h), t.perTask()))], t.perTask(), mostTasks))
	}
	return best * max(t.Nodes, 1)
}

// mostTasks bounds the count on a node where a task takes next to nothing.
const mostTasks = 1_000_000
