package demand_test

import (
	"math"
	"testing"

	"github.com/rackvet/rackvet/internal/demand"
)

func hostPart(r demand.Result, name string) float64 {
	for _, c := range r.Host.Components {
		if c.Name == name {
			return c.Bytes
		}
	}
	return 0
}

func TestHostMemoryOfTraining(t *testing.T) {
	workers := 4
	w := demand.Training{Model: llama31of8B(t), Kind: "training", SequenceLength: 8192, MicroBatch: 2, LoaderWorkers: &workers, Dataset: 200 * gib}
	r := w.Demand(server(8, 79))
	for name, want := range map[string]float64{
		"process": 8 * 3.5e9,              // PEFT README: 3 to 4 GB a process
		"load":    5e9,                    // one file of the checkpoint (Transformers' max_shard_size)
		"loader":  32 * 2 * 2 * 8192 * 24, // workers × prefetch_factor × batch of three 64 bit arrays
		"dataset": 200 * gib,              // as stated
	} {
		if got := hostPart(r, name); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if r.Host.Confidence != demand.Rough {
		t.Errorf("host memory is %s", r.Host.Confidence)
	}
}

// vLLM issue 586: 13·10⁹ parameters in four processes, about 26 GB each.
func TestPicklesAreReadByEveryProcess(t *testing.T) {
	w := demand.Training{Model: counted(t, 13e9), Kind: "training", Files: "pickle"}
	if got := hostPart(w.Demand(server(4, 79)), "load"); got != 104e9 {
		t.Errorf("%v bytes, want 104 GB", got)
	}
	v := demand.Inference{Model: llama31of8B(t), Files: "pickle", Parallel: demand.ServingParallelism{Tensor: 2}, Replicas: 2}
	if got := hostPart(v.Demand(server(4, 79)), "load"); got != 4*2*8030261248 {
		t.Errorf("%v bytes, want 4 × 16 GB", got)
	}
}

// BLOOM: 2294.77 GiB for 176·10⁹ parameters, 14 bytes each. PyTorch's asynchronous
// saving copies each rank's part to host memory.
func TestCheckpointsAreStagedOnTheirNodes(t *testing.T) {
	w := demand.Training{Model: counted(t, 176e9), Kind: "training", Sharding: "zero1", Checkpoints: true, Placement: demand.Placement{Nodes: 4}}
	h := demand.Host{GPUs: 8, Nodes: 4}
	r := w.Demand(h)
	if off := r.Checkpoint/(2294.77*gib) - 1; math.Abs(off) > 0.001 {
		t.Errorf("a checkpoint of %v GiB, 2294.77 published", r.Checkpoint/gib)
	}
	if got := hostPart(r, "checkpoint"); got != r.Checkpoint/4 {
		t.Errorf("a node of four stages %v of %v", got, r.Checkpoint)
	}
	w.Sharding = ""
	if got := hostPart(w.Demand(h), "checkpoint"); got != r.Checkpoint {
		t.Errorf("the node whose copy is written stages %v of %v", got, r.Checkpoint)
	}
	w.Checkpoints = false
	if got := hostPart(w.Demand(h), "checkpoint"); got != 0 {
		t.Errorf("a run without checkpoints stages %v", got)
	}
}

// DeepSpeed docs, "Memory Requirements": 24 bytes a parameter for the optimizer, and
// 27 with the weights.
func TestHostMemoryOfOffloadIsPartedOverNodes(t *testing.T) {
	w := demand.Training{Model: counted(t, 40e9), Kind: "training", Sharding: "zero3", Offload: "optimizer"}
	one := hostPart(w.Demand(server(8, 79)), "offload")
	if one != 24*40e9 {
		t.Errorf("%v bytes a parameter, want 24", one/40e9)
	}
	w.Nodes = 4
	if four := hostPart(w.Demand(demand.Host{GPUs: 8, Nodes: 4}), "offload"); four != one/4 {
		t.Errorf("a node of four has %v, one alone %v", four, one)
	}
	w.Nodes, w.Offload = 0, "all"
	if all := hostPart(w.Demand(server(8, 79)), "offload"); all != 27*40e9 {
		t.Errorf("%v bytes a parameter, want 27", all/40e9)
	}
	w = demand.Training{Model: counted(t, 40e9), Kind: "training", Offload: "optimizer"}
	if each := hostPart(w.Demand(server(8, 79)), "offload"); each != 8*one {
		t.Errorf("eight unsharded copies have %v, one %v", each, one)
	}
}

func TestSwapSpaceIsForEachGPU(t *testing.T) { // vLLM #15815: 4 GiB a GPU
	r := demand.Inference{Model: llama31of8B(t), SwapSpace: 4 * gib}.Demand(server(2, 44.4))
	if got := hostPart(r, "swap"); got != 8*gib {
		t.Errorf("%v, want 8 GiB", got)
	}
}

// Linux describes each page of 4 KiB in 64 bytes; Ubuntu Server installs with 1 GiB.
func TestSystemLeast(t *testing.T) {
	for memory, want := range map[float64]float64{0: 0, 4: 1.0625, 128: 3, 1024: 17} {
		if got := demand.SystemLeast(memory*gib) / gib; got != want {
			t.Errorf("%v GiB keep at least %v GiB, want %v", memory, got, want)
		}
	}
}

// GKE, node allocatable: 25 % of 4, 20 % of 4, 10 % of 8, 6 % of 112 and 2 % beyond.
func TestSystemReserve(t *testing.T) {
	for memory, want := range map[float64]float64{0: 0, 4: 1, 8: 1.8, 16: 2.6, 128: 9.32, 1024: 27.24} {
		if memory > 0 {
			want += 100.0 / 1024
		}
		if got := demand.SystemReserve(memory*gib) / gib; math.Abs(got-want) > 1e-9 {
			t.Errorf("%v GiB keep %v GiB, want %v", memory, got, want)
		}
	}
}
