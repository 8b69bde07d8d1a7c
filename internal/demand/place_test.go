package demand_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/demand"
)

const (
	gib = 1 << 30
	mib = 1 << 20
)

// The cards are the article's: A100 of 40 GB, and its docking platform of two.
func TestCapacityCountsTasksCardByCard(t *testing.T) {
	card := func(gpus int) demand.Host {
		return demand.Host{GPUs: gpus, Nodes: 1, GPUMemory: 40 * gib, UsableMemory: 40 * gib}
	}
	two := 2
	for _, c := range []struct {
		name  string
		host  demand.Host
		other []demand.Claim
		tasks demand.Tasks
		want  int
	}{
		{"four tasks of 22 GB on four cards of 40 GB leave no card for a fifth", card(4), nil, demand.Tasks{Count: 4, GPUMemory: 22 * gib}, 4},
		{"two cards of 40 GB hold three tasks of 12 GB each", card(2), nil, demand.Tasks{Count: 3, GPUMemory: 12 * gib}, 6},
		{"four tasks of 10 GB fill a card of 40 GB to the byte", card(1), nil, demand.Tasks{Count: 1, GPUMemory: 10 * gib}, 4},
		{"a task larger than a card fits nowhere", card(4), nil, demand.Tasks{Count: 1, GPUMemory: 41 * gib}, 0},
		{"a task of two cards needs two with room", card(3), nil, demand.Tasks{Count: 1, GPUMemory: 30 * gib, GPUsPerTask: 2}, 1},
		{"tasks of two cards deal three cards of two places into three pairs", card(3), nil, demand.Tasks{Count: 1, GPUMemory: 20 * gib, GPUsPerTask: 2}, 3},
		{"a task that takes every GPU is counted by the node", demand.Host{GPUs: 8, Nodes: 3, UsableMemory: 80 * gib}, nil,
			demand.Tasks{Count: 2, GPUMemory: 70 * gib, GPUsPerTask: 8}, 3},
		{"a task of two nodes takes two of five", demand.Host{GPUs: 8, Nodes: 5, UsableMemory: 80 * gib}, nil,
			demand.Tasks{Count: 1, GPUMemory: 70 * gib, GPUsPerTask: 16}, 2},
		{"a task that takes every GPU has no room beside a service", card(2),
			[]demand.Claim{{Bytes: 20 * gib, GPUs: 1, Copies: 1, Must: true}}, demand.Tasks{Count: 1, GPUMemory: 30 * gib, GPUsPerTask: 2}, 0},
		{"tasks restricted to two of four cards use two", card(4), nil,
			demand.Tasks{Placement: demand.Placement{GPUs: 2}, Count: 1, GPUMemory: 12 * gib}, 6},
		{"tasks over two nodes have both nodes' cards", demand.Host{GPUs: 4, Nodes: 2, UsableMemory: 40 * gib}, nil,
			demand.Tasks{Placement: demand.Placement{Nodes: 2}, Count: 1, GPUMemory: 22 * gib}, 8},
		{"a second instance of the tasks takes its cards first", card(4), nil,
			demand.Tasks{Placement: demand.Placement{Instances: two}, Count: 2, GPUMemory: 22 * gib}, 2},
		{"a service on one card leaves the other to tasks", card(2),
			[]demand.Claim{{Bytes: 36 * gib, GPUs: 1, Copies: 1, Must: true}}, demand.Tasks{Count: 2, GPUMemory: 12 * gib}, 3},
		{"small tasks that could block a large one are packed aside", card(2),
			[]demand.Claim{{Bytes: 10 * gib, GPUs: 1, Copies: 2}}, demand.Tasks{Count: 1, GPUMemory: 36 * gib}, 1},
		{"GPU memory that is not known says nothing", demand.Host{GPUs: 4, Nodes: 1}, nil, demand.Tasks{Count: 1, GPUMemory: gib}, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := demand.Capacity(c.host, c.other, c.tasks); got != c.want {
				t.Errorf("capacity %d, want %d", got, c.want)
			}
		})
	}
}

func TestPlaceLoadsCards(t *testing.T) {
	for _, c := range []struct {
		name   string
		cards  int
		size   float64
		claims []demand.Claim
		want   demand.Placed
	}{
		{"nothing loads nothing", 2, 40, nil, demand.Placed{Copies: []int{}}},
		{"three tasks on two cards put two on one", 2, 40, []demand.Claim{{Bytes: 12, Low: 11, High: 13, GPUs: 1, Copies: 3}},
			demand.Placed{Worst: 24, WorstLow: 22, WorstHigh: 26, Copies: []int{3}}},
		{"a fifth task of 22 is left over", 4, 40, []demand.Claim{{Bytes: 22, Low: 22, High: 22, GPUs: 1, Copies: 5}},
			demand.Placed{Worst: 22, WorstLow: 22, WorstHigh: 22, Unplaced: 1, Copies: []int{4}}},
		{"what must run is placed though it overflows", 2, 40, []demand.Claim{{Bytes: 30, Low: 29, High: 31, Reserve: 3, GPUs: 2, Copies: 2, Must: true}},
			demand.Placed{Worst: 60, WorstLow: 58, WorstHigh: 62, WorstReserve: 6, Copies: []int{2}}},
		{"what must run goes on the least loaded cards", 4, 40,
			[]demand.Claim{{Bytes: 10, GPUs: 2, Copies: 1, Must: true}, {Bytes: 30, GPUs: 2, Copies: 1, Must: true}},
			demand.Placed{Worst: 30, Copies: []int{1, 1}}},
		{"more GPUs than there are means all of them", 2, 40, []demand.Claim{{Bytes: 10, GPUs: 8, Copies: 1, Must: true}},
			demand.Placed{Worst: 10, Copies: []int{1}}},
		{"large tasks go first", 2, 40, []demand.Claim{{Bytes: 10, GPUs: 1, Copies: 2}, {Bytes: 35, GPUs: 1, Copies: 1}},
			demand.Placed{Worst: 35, Copies: []int{2, 1}}},
		{"spreading that leaves one over gives way to packing", 2, 40,
			[]demand.Claim{{Bytes: 15, GPUs: 1, Copies: 2}, {Bytes: 10, GPUs: 2, Copies: 2}},
			demand.Placed{Worst: 35, Copies: []int{2, 2}}},
		{"a task that takes nothing is placed", 1, 40, []demand.Claim{{GPUs: 1, Copies: 100000}}, demand.Placed{Copies: []int{100000}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := demand.Place(c.cards, c.size, c.claims)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPlaceIsQuickForTheLargestSpec(t *testing.T) {
	p := demand.Place(1024, 80*gib, []demand.Claim{{Bytes: 1, GPUs: 1024, Copies: 100000}, {Bytes: 2, GPUs: 1, Copies: 100000}})
	if p.Unplaced != 0 {
		t.Errorf("%d unplaced", p.Unplaced)
	}
}

func TestTasksDemandWhatTheSpecStates(t *testing.T) {
	spare := 2
	r := demand.Tasks{Count: 5, GPUMemory: 12 * gib, HostMemory: 16 * gib, Spare: &spare, Placement: demand.Placement{Nodes: 2, Instances: 3}}.
		Demand(demand.Host{GPUs: 2, Nodes: 2})
	if r.GPU.Bytes != 12*gib || r.GPU.Low != 12*gib || r.GPU.High != 12*gib || r.GPU.Confidence != demand.Exact || r.GPU.Total != 60*gib {
		t.Errorf("GPU %+v", r.GPU)
	}
	if r.Host.Bytes != 3*16*gib || r.Host.Total != 5*16*gib { // three of five on the fuller node, for one instance
		t.Errorf("host %+v", r.Host)
	}
	if diff := cmp.Diff([]demand.Default{{Name: "gpus_per_task", Value: "1"}}, r.Defaults); diff != "" {
		t.Error(diff)
	}
	if r := (demand.Tasks{Count: 1, GPUMemory: gib}).Demand(demand.Host{GPUs: 1, Nodes: 1}); r.Host.Confidence != demand.Unknown {
		t.Errorf("host memory that no one states is %s", r.Host.Confidence)
	}
}
