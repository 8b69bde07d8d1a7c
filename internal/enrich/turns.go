package enrich

import (
	"math"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/demand"
	"github.com/rackvet/rackvet/internal/finding"
)

// turns groups the workloads by what is resident on a node at once, and puts
// each group on the cards.
func (e *enricher) turns() {
	e.input.Turns = []Turn{}
	if e.input.Server.Schedule == "concurrent" {
		if len(e.jobs) > 0 {
			e.input.Turns = append(e.input.Turns, e.turn(e.jobs))
		}
		return
	}
	for i := range e.jobs {
		e.input.Turns = append(e.input.Turns, e.turn(e.jobs[i:i+1]))
	}
}

// turn places jobs that are resident together.
func (e *enricher) turn(jobs []job) Turn {
	t := Turn{Path: finding.Path{"schedule"}, Workloads: []string{}, Confidence: string(demand.Exact)}
	host := e.host()
	claims := make([]demand.Claim, len(jobs))
	system, hostKnown := demand.SystemReserve(e.input.Memory.CapacityBytes), true
	hostBytes, hostLow, hostHigh := system, demand.SystemLeast(e.input.Memory.CapacityBytes), system
	for i, j := range jobs {
		w := &e.input.Workloads[j.index]
		t.Workloads = append(t.Workloads, w.Name)
		t.Training = t.Training || w.Kind == "training" || w.Kind == "finetuning"
		t.Confidence = worse(t.Confidence, w.GPU.Confidence)
		if w.GPU.Bytes == nil && t.Missing == "" {
			t.Missing = w.GPU.Missing
		}
		if w.Host.Bytes != nil {
			copies := float64(j.placement.PerNode(host))
			hostBytes += *w.Host.Bytes * copies
			hostLow += *w.Host.LowBytes * copies
			hostHigh += *w.Host.HighBytes * copies
		} else {
			hostKnown = false
		}
		if j.tasks != nil {
			claims[i] = j.tasks.Claim(w.Name, host)
		} else {
			claims[i] = j.placement.Claim(w.Name, host, j.result)
			if len(jobs) > 1 && w.Utilization > 0 {
				fill(&claims[i], w.Utilization*host.UsableMemory)
			} else if least := j.result.Least; least != nil {
				t.QueuedBytes += *whole(j.result.GPU.Bytes - least.Bytes)
			}
		}
	}
	t.Name = strings.Join(t.Workloads, " + ")
	if len(jobs) == 1 {
		w := e.input.Workloads[jobs[0].index]
		t.Path, t.Utilization = w.Path, w.Utilization
	}
	if hostKnown {
		t.HostBytes, t.HostLowBytes, t.HostHighBytes = whole(hostBytes), whole(hostLow), whole(hostHigh)
	}
	e.place(&t, jobs, claims)
	return t
}

// fill makes a claim that of an engine that takes its share of a GPU's memory at
// the start, whatever its requests need: beside others that share is gone (vLLM's
// gpu_memory_utilization).
func fill(c *demand.Claim, share float64) {
	if c.Bytes < share {
		c.Reserve += share - c.Bytes
		c.Bytes = share
	}
	c.Low, c.High = max(c.Low, share), max(c.High, share)
}

// place puts the claims on the cards, and finds what room is left for tasks.
func (e *enricher) place(t *Turn, jobs []job, claims []demand.Claim) {
	host := e.host()
	known := t.Confidence != string(demand.Unknown)
	for i, j := range jobs {
		if j.tasks == nil {
			continue
		}
		ask := newTasks(*j.tasks, host)
		if others := slices.Delete(slices.Clone(claims), i, i+1); known {
			if capacity := demand.Capacity(host, others, *j.tasks); capacity >= 0 {
				ask.Capacity = &capacity
			}
		}
		e.input.Workloads[j.index].Tasks = &ask
	}
	usable := host.UsableMemory
	if usable <= 0 {
		usable = math.Inf(1) // what the load is can be told, if not what it may be
	}
	placed := demand.Place(host.GPUs, usable, claims)
	t.Unplaced = placed.Unplaced
	if !known {
		if placed.WorstLow > 0 { // what is known of it is a floor
			t.WorstLowBytes = whole(placed.WorstLow)
		}
		return
	}
	t.WorstBytes, t.WorstLowBytes, t.WorstHighBytes, t.WorstReserveBytes = whole(placed.Worst), whole(placed.WorstLow), whole(placed.WorstHigh), whole(placed.WorstReserve)
}

func newTasks(t demand.Tasks, host demand.Host) Tasks {
	ask := Tasks{Count: t.Count, Spare: 1, GPUsPerTask: max(1, t.GPUsPerTask), GPUMemoryBytes: t.GPUMemory, ReservedBy: "card"}
	if t.Spare != nil {
		ask.Spare = *t.Spare
	}
	if t.ByNode(host) {
		ask.ReservedBy = "node"
	}
	return ask
}

// worse is the less sure of two confidences.
func worse(a, b string) string {
	order := []string{string(demand.Exact), string(demand.Estimate), string(demand.Rough), string(demand.Unknown)}
	return order[max(slices.Index(order, a), slices.Index(order, b))]
}
