package enrich

import (
	"math"
	"testing"
)

func TestPopulationsFillEveryChannelAlike(t *testing.T) {
	// EPYC 7003: 8 channels a socket, two DIMMs a channel, DDR4 (AMD's data sheet).
	in, _ := compute(t, build("model = \"nvidia-a100-pcie-40gb\"\ncount = 2", ""))
	last := 0.0
	for _, p := range in.Memory.Populations {
		if p.Count%16 != 0 || p.CapacityBytes != float64(p.Count)*p.SizeBytes || p.CapacityBytes <= last {
			t.Errorf("after %.0f GiB: %+v", last/gib, p)
		}
		last = p.CapacityBytes
	}
	if p := in.Memory.Populations; len(p) == 0 || p[0].CapacityBytes != 128*gib || last != 8192*gib {
		t.Errorf("populations are %+v", p)
	}
	if p := populations(CPU{Sockets: 2, MemoryType: "ddr4", DIMMsPerChannel: 2}); len(p) != 0 {
		t.Errorf("of channels that are not known: %+v", p)
	}
}

func TestFiguresThatASpecStatesOtherwise(t *testing.T) {
	redefined := func(blocks, gpu, model string) []Redefined {
		in, faults := compute(t, blocks+build("model = \""+gpu+"\"\ncount = 2", "  workload \"inference\" \"i\" {\n    model = \""+model+"\"\n  }\n"))
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		return in.Redefined
	}
	// An A100 has 40 GB and 250 W as a PCIe card (NVIDIA's data sheet).
	got := redefined("part \"gpu\" \"nvidia-a100-pcie-40gb\" {\n  memory = \"48GB\"\n  tdp = \"252W\"\n}\n", "nvidia-a100-pcie-40gb", "llama-2-7b")
	if len(got) != 1 || got[0].Figure != "memory" || got[0].Stated != 48*gib || got[0].Known != 40*gib || got[0].By != "catalogue" {
		t.Errorf("a card of 48 GB gives %+v", got)
	}
	// So it has under another id that takes the name over.
	got = redefined("part \"gpu\" \"mine\" {\n  memory = \"48GB\"\n  aliases = [\"nvidia-a100-pcie-40gb\"]\n}\n", "nvidia-a100-pcie-40gb", "llama-2-7b")
	if len(got) != 1 || got[0].ID != "nvidia-a100-pcie-40gb" || got[0].Stated != 48*gib || got[0].Known != 40*gib {
		t.Errorf("a card of 48 GB by the alias gives %+v", got)
	}
	// The servers here have an EPYC 7543 of 8 channels (AMD's data sheet).
	got = redefined("part \"cpu\" \"zz\" {\n  models = [\"epyc 7??3\"]\n  memory_channels = 12\n}\n", "nvidia-a100-pcie-40gb", "llama-2-7b")
	if len(got) != 1 || got[0].Figure != "memory_channels" || got[0].Stated != 12 || got[0].Known != 8 {
		t.Errorf("a processor of 12 channels by its number gives %+v", got)
	}
	got = redefined("model \"mine\" {\n  parameters = 13000000000\n  aliases = [\"llama-2-7b\"]\n}\n", "nvidia-a100-pcie-40gb", "llama-2-7b")
	if len(got) != 1 || got[0].ID != "llama-2-7b" || got[0].Stated != 13e9 {
		t.Errorf("a model of 13 billion by the alias gives %+v", got)
	}
	// 12 × 768 and a vocabulary of 50,257 is GPT-2's, of 124·10⁶ parameters (its model card).
	shape := "  layers = 12\n  hidden_size = 768\n  heads = 12\n  ffn_size = 3072\n  gated = false\n  vocab_size = 50257\n  tied_embeddings = true\n}\n"
	got = redefined("model \"mine\" {\n  parameters = 355000000\n"+shape, "nvidia-a100-pcie-40gb", "mine")
	if len(got) != 1 || got[0].By != "shape" || math.Abs(got[0].Known-124e6) > 2e6 {
		t.Errorf("a shape of 124 million with 355 stated gives %+v", got)
	}
	if got = redefined("model \"mine\" {\n  parameters = 124000000\n"+shape, "nvidia-a100-pcie-40gb", "mine"); len(got) > 0 {
		t.Errorf("a shape of 124 million with as many stated gives %+v", got)
	}
}

func TestTheCacheOfRequestsThatMayWaitIsNotDemandedOfTheCard(t *testing.T) {
	serving := func(engine string) *Input {
		in, _ := compute(t, build("model = \"nvidia-a100-pcie-40gb\"\ncount = 1", "  workload \"inference\" \"i\" {\n    model = \"llama-2-7b\"\n    engine = \""+engine+
			"\"\n    context = 4096\n    concurrency = 64\n  }\n"))
		return in
	}
	// Llama 2 7B keeps 2 × 32 × 32 × 128 × 2 B = 0.5 MiB a token: 2 GiB a request of 4096.
	vllm, cpp := serving("vllm"), serving("llama.cpp")
	kv := vllm.Workloads[0].KV
	if kv == nil || kv.RequestBytes != 2*gib || kv.InFlightBytes != 128*gib || !kv.Queues || kv.FurtherBytes != gib/2048 {
		t.Fatalf("the cache is %+v", kv)
	}
	if q := vllm.Turns[0].QueuedBytes; q != 126*gib || *vllm.Turns[0].WorstBytes+q != *vllm.Workloads[0].GPU.Bytes {
		t.Errorf("63 requests wait with %.2f GiB, the card holds %.2f", q/gib, *vllm.Turns[0].WorstBytes/gib)
	}
	if q := cpp.Turns[0].QueuedBytes; q != 0 || cpp.Workloads[0].KV.Queues {
		t.Errorf("llama.cpp takes its cache at the start, and %.2f GiB wait", q/gib)
	}
}

func TestALeastTensorDegreeIsLookedForWhereOneIsWritten(t *testing.T) {
	needed := func(tensor string) int {
		in, _ := compute(t, build("model = \"nvidia-a100-sxm4-80gb\"\ncount = 8", "  workload \"inference\" \"i\" {\n    model = \"llama-2-13b\"\n    context = 2048\n    concurrency = 8\n    parallelism {\n      "+tensor+"\n    }\n  }\n"))
		return in.Workloads[0].TensorNeeded
	}
	// 26 GB of weights and 8 × 1.6 GB of cache fit one card of 80 GB.
	if n := needed("tensor = 8"); n != 1 {
		t.Errorf("%d are needed, want 1", n)
	}
	if n := needed("pipeline = 2"); n != 0 {
		t.Errorf("%d are needed where no degree is written", n)
	}
}

func TestFineTuningInFullAlsoTellsWhatAdaptersTake(t *testing.T) {
	in, _ := compute(t, build("model = \"nvidia-rtx-4090\"\ncount = 1", "  workload \"finetuning\" \"f\" {\n    model = \"llama-2-7b\"\n    sequence_length = 512\n    recompute = \"full\"\n    checkpoint_every = \"30m\"\n  }\n"))
	w := in.Workloads[0]
	if w.LoRABytes == nil || w.QLoRABytes == nil || *w.QLoRABytes > 12*gib || *w.LoRABytes > 24*gib || *w.GPU.Bytes < 100*gib {
		t.Errorf("in full %v, as LoRA %v, as QLoRA %v", w.GPU.Bytes, w.LoRABytes, w.QLoRABytes)
	}
	if w.CheckpointEvery != 1800 || w.CheckpointBytes < 90e9 {
		t.Errorf("a checkpoint of %.0f bytes every %.0f s", w.CheckpointBytes, w.CheckpointEvery)
	}
}

// Policies see the batches as they are written: the default of one is no one's word.
func TestBatchesAreAsWritten(t *testing.T) {
	batches := func(lines string) [2]int {
		in, _ := compute(t, build("model = \"nvidia-a100-sxm4-80gb\"\ncount = 8", "  workload \"training\" \"t\" {\n    model = \"llama-2-7b\"\n"+lines+"  }\n"))
		return [2]int{in.Workloads[0].MicroBatch, in.Workloads[0].GlobalBatch}
	}
	if got := batches(""); got != [2]int{} {
		t.Errorf("nothing is written, and the batches are %v", got)
	}
	if got := batches("    micro_batch = 2\n    global_batch = 17\n"); got != [2]int{2, 17} {
		t.Errorf("2 and 17 are written, and the batches are %v", got)
	}
}

func TestPoolsThatEnginesAreToldToFill(t *testing.T) {
	pool := func(lines string) *Pool {
		in, _ := compute(t, build("model = \"nvidia-a100-sxm4-80gb\"\ncount = 1", "  workload \"inference\" \"i\" {\n    model = \"llama-2-7b\"\n"+lines+"  }\n"))
		return in.Workloads[0].Pool
	}
	if p := pool(""); p != nil {
		t.Errorf("nobody told the engine, and its pool is %+v", p)
	}
	if p := pool("    utilization = 0.97\n"); p == nil || *p != (Pool{Share: 0.97}) {
		t.Errorf("vLLM's share covers all, and its pool is %+v", p)
	}
	// 5 to 8 GB are to be left for activations (SGLang, hyperparameter tuning).
	if p := pool("    engine = \"sglang\"\n    utilization = 0.9\n"); p == nil || p.Share != 0.9 || p.BesideLowBytes < 5e9 || p.BesideBytes < 6.5e9 || p.BesideBytes > 8e9 {
		t.Errorf("SGLang takes more besides, and its pool is %+v", p)
	}
}

// The low end has of the system what it cannot do without: 64 bytes of each page
// of 4 KiB (Linux, struct page) and 1 GiB.
func TestTheLeastOfHostMemoryHasTheLeastOfTheSystem(t *testing.T) {
	in, _ := compute(t, build("model = \"nvidia-a100-sxm4-80gb\"\ncount = 1", "  workload \"inference\" \"i\" {\n    model = \"llama-2-7b\"\n  }\n"))
	turn, host := in.Turns[0], in.Workloads[0].Host
	if got := *turn.HostLowBytes - *host.LowBytes; math.Abs(got-5*gib) > 1 { // 256 GiB ÷ 64 + 1
		t.Errorf("%v GiB beside the workload, want 5", got/gib)
	}
}

// vLLM, EngineArgs: 256 sequences where "a100" is in the device's name, 1024 on other
// GPUs of 70 GiB and more.
func TestTheDemandKnowsTheGPU(t *testing.T) {
	for gpu, want := range map[string]int{"nvidia-a100-sxm4-80gb": 256, "nvidia-h100-sxm5-80gb": 600} {
		in, _ := compute(t, build("model = \""+gpu+"\"\ncount = 1", "  workload \"inference\" \"i\" {\n    model = \"qwen2.5-7b\"\n    context = 2048\n    concurrency = 600\n  }\n"))
		if in.GPU.ID != gpu {
			t.Fatalf("%q is taken for %q", gpu, in.GPU.ID)
		}
		if kv := in.Workloads[0].KV; kv == nil || kv.Requests != want {
			t.Errorf("on %s %+v, want %d requests", gpu, kv, want)
		}
	}
}
