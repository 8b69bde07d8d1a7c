package demand_test

import (
	"math"
	"testing"

	"github.com/rackvet/rackvet/internal/demand"
)

// ends are the low and high end of a demand on host memory, less those of its processes.
func ends(r demand.Result, processes float64) (low, high float64) {
	return r.Host.Low - processes*3e9, r.Host.High - processes*4e9
}

// Page cache that the kernel takes back is no demand; vLLM's "eager" loading holds
// one file in each process.
func TestServedModelsAreMapped(t *testing.T) {
	w := demand.Inference{Model: counted(t, 70e9), Weights: "bf16", Parallel: demand.ServingParallelism{Tensor: 4}}
	r := w.Demand(server(4, 79))
	if low, high := ends(r, 4); hostPart(r, "load") != 5e9 || low != 0 || high != 4*5e9 {
		t.Errorf("%v, %v to %v: want a file of 5 GB, at most one in each of four processes", hostPart(r, "load"), low, high)
	}
	w = demand.Inference{Model: counted(t, 1e9), Weights: "bf16"}
	r = w.Demand(server(1, 79))
	if _, high := ends(r, 1); hostPart(r, "load") != 2e9 || high != 2e9 {
		t.Errorf("%v, at most %v: the checkpoint has 2 GB", hostPart(r, "load"), high)
	}
}

// What a run trains may stay in host memory until all of it is on the GPUs.
func TestTrainedModelsMayBeHeldWhole(t *testing.T) {
	w := demand.Training{Model: counted(t, 70e9), Kind: "finetuning", Method: "full", Sharding: "zero3", LoaderWorkers: new(int)}
	r := w.Demand(server(8, 79))
	if _, high := ends(r, 8); hostPart(r, "load") != 5e9 || high != 140e9 {
		t.Errorf("%v, at most %v: want a file of 5 GB, at most 140 GB", hostPart(r, "load"), high)
	}
}

// AnswerDotAI/fsdp_qlora issue 24: 70·10⁹ parameters peak above 128 GB and below
// 138; bitsandbytes issue 1252: 127 GB with offload.
func TestShardedQLoRAReadsTheModelWholeOnce(t *testing.T) {
	w := demand.Training{Model: llama31of70B(t), Kind: "finetuning", Method: "qlora", Sharding: "zero3", LoaderWorkers: new(int)}
	const checkpoint = 2 * 70553706496
	r := w.Demand(server(2, 23.7))
	if got := hostPart(r, "load"); got != checkpoint {
		t.Errorf("two GPUs load %v, want one copy of %v", got, float64(checkpoint))
	}
	for _, offload := range []string{"none", "all"} {
		w.Offload = offload
		r = w.Demand(server(2, 23.7))
		least := r.Host.Low + demand.SystemLeast(128*gib)
		if off := r.Host.Low/checkpoint - 1; math.Abs(off) > 0.021 || least < 128*gib || least > 138*gib {
			t.Errorf("offload %s: at least %v GiB, of 128 to 138", offload, least/gib)
		}
	}
	if load, offload := hostPart(r, "load"), hostPart(r, "offload"); load+offload != checkpoint {
		t.Errorf("the run's %v are there before the %v that are loaded, of %v", offload, load, float64(checkpoint))
	}
	w.Sharding = "none" // each process quantises what it reads, file by file
	w.Offload = "none"
	if got := hostPart(w.Demand(server(2, 23.7)), "load"); got != 5e9 {
		t.Errorf("unsharded, %v", got)
	}
	w.Sharding = "zero3"
	if got := hostPart(w.Demand(server(1, 79)), "load"); got != 5e9 {
		t.Errorf("one GPU alone, %v", got)
	}
	w.Files = "pickle"
	if got := hostPart(w.Demand(server(2, 23.7)), "load"); got != 2*checkpoint {
		t.Errorf("of pickle, %v: every process reads it", got)
	}
}

// Linly issue 83: 25.4 bytes of host memory a parameter measured;
// deepseek-ai/DeepSeek-Coder issue 78: 30.0 work.
func TestOffloadLiesBetweenWhatWasMeasuredAndWhatWorks(t *testing.T) {
	w := demand.Training{Model: counted(t, 40e9), Kind: "finetuning", Method: "full", Sharding: "zero3", Offload: "all", LoaderWorkers: new(int)}
	low, high := ends(w.Demand(server(1, 79)), 1)
	if low, high = low/40e9, (high-80e9)/40e9; math.Abs(low-25.4) > 0.01 || math.Abs(high-30) > 0.01 {
		t.Errorf("%v to %v bytes a parameter, want 25.4 to 30", low, high)
	}
}
