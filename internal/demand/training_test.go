package demand_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/demand"
)

func statesOf(t *testing.T, w demand.Training, gpus int) float64 {
	t.Helper()
	return bytesOf(w.Demand(server(gpus, 79)), "model_states")
}

// Bytes a parameter: ZeRO paper section 3.1 (16), Megatron-LM (18 with fp32
// gradients), bitsandbytes (6), torchtitan FSDP2 in fp32 (16).
func TestRecipesOfModelStates(t *testing.T) {
	for _, c := range []struct {
		name string
		w    demand.Training
		want float64
	}{
		{"mixed precision AdamW", demand.Training{}, 16},
		{"fp32 gradients", demand.Training{Gradients: "fp32"}, 18},
		{"fp32 has no second copy", demand.Training{Precision: "fp32"}, 16},
		{"8-bit AdamW over bf16 weights", demand.Training{Optimizer: "adamw-8bit"}, 6},
		{"Lion keeps one moment", demand.Training{Optimizer: "lion"}, 12},
		{"Adafactor keeps next to nothing", demand.Training{Optimizer: "adafactor"}, 8},
		{"fp8 computes in 8 bit and keeps 16", demand.Training{Precision: "fp8"}, 16},
		{"pure bf16 keeps its moments in bf16", demand.Training{Master: "none"}, 8},
		{"pure bf16 Lion keeps one", demand.Training{Master: "none", Optimizer: "lion"}, 6},
		{"8-bit AdamW beside a master copy", demand.Training{Master: "fp32", Optimizer: "adamw-8bit"}, 10},
		{"gradients that pass leave none where no layer is known", demand.Training{Gradients: "none", Optimizer: "adamw-8bit"}, 4},
		{"a master copy of fp32 weights is the weights", demand.Training{Precision: "fp32", Master: "fp32"}, 16},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.w.Model, c.w.Kind = counted(t, 1e9), "training"
			if got := statesOf(t, c.w, 1) / 1e9; got != c.want {
				t.Errorf("%v bytes a parameter, want %v", got, c.want)
			}
		})
	}
}

func TestOffloadLeavesStatesOnTheHost(t *testing.T) {
	w := demand.Training{Model: llama2of7B(t), Kind: "training", Offload: "optimizer"}
	r := w.Demand(server(1, 79))
	if bytesOf(r, "optimizer") != 0 || bytesOf(r, "gradients") != 0 || bytesOf(r, "weights") == 0 {
		t.Errorf("%+v", r.GPU.Components)
	}
	// DeepSpeed's estimator: 16 bytes × 1.5 with the optimizer, 18 × 1.5 with the weights too.
	for offload, each := range map[string]float64{"optimizer": 24, "all": 27} {
		w.Offload = offload
		for _, c := range w.Demand(server(1, 79)).Host.Components {
			if c.Name == "offload" && c.Bytes != 6738415616*each {
				t.Errorf("%s: %v bytes on the host, want %v a parameter", offload, c.Bytes, each)
			}
		}
	}
	w.Offload = "all"
	if r := w.Demand(server(1, 79)); bytesOf(r, "model_states") != 0 {
		t.Errorf("states of %v stay on the GPU", bytesOf(r, "model_states"))
	}
}

func TestMethodsOfFineTuning(t *testing.T) {
	of := func(method string) demand.Result {
		return demand.Training{Model: llama2of7B(t), Kind: "finetuning", Method: method}.Demand(server(1, 79))
	}
	full, lora, qlora := of("full"), of("lora"), of("qlora")
	// PEFT: rank 16 on all linear layers of Llama 2 7B trains 39,976,960 parameters.
	if got := bytesOf(lora, "model_states") - 2*6738415616; got != 16*39976960 {
		t.Errorf("adapters take %v bytes, want 16 × 39,976,960", got)
	}
	if !(full.GPU.Bytes > lora.GPU.Bytes && lora.GPU.Bytes > qlora.GPU.Bytes) {
		t.Errorf("full %v, lora %v, qlora %v", full.GPU.Bytes, lora.GPU.Bytes, qlora.GPU.Bytes)
	}
	if a, b := bytesOf(full, "activations"), bytesOf(lora, "activations"); a != b {
		t.Errorf("LoRA saves no activations: %v and %v", a, b)
	}
}

// PEFT, pure bf16: an adapter's parameter takes 2 + 2 + 4 bytes.
func TestAdaptersFollowTheRecipe(t *testing.T) {
	r := demand.Training{Model: llama2of7B(t), Kind: "finetuning", Method: "lora", Master: "none"}.Demand(server(1, 79))
	if got := bytesOf(r, "model_states") - 2*6738415616; got != 8*39976960 {
		t.Errorf("adapters take %v bytes, want 8 × 39,976,960", got)
	}
	if want := 6.0 * 39976960; r.Checkpoint != want {
		t.Errorf("a checkpoint of the adapters has %v bytes, want %v", r.Checkpoint, want)
	}
}

func TestGradientsThatPassAreThoseOfOneLayer(t *testing.T) {
	r := demand.Training{Model: llama31of8B(t), Kind: "training", Gradients: "none"}.Demand(server(1, 79))
	if want := 128256.0 * 4096 * 2; bytesOf(r, "gradients") != want { // the embedding is the largest
		t.Errorf("%v bytes, want %v", bytesOf(r, "gradients"), want)
	}
}

// torchtune, num_output_chunks: the loss sees an eighth of the tokens at a time.
func TestAChunkedLossHoldsAnEighthOfTheLogits(t *testing.T) {
	w := demand.Training{Model: llama31of8B(t), Kind: "finetuning", SequenceLength: 8192}
	whole := bytesOf(w.Demand(server(1, 79)), "logits")
	w.Loss = "chunked"
	if got := bytesOf(w.Demand(server(1, 79)), "logits"); whole != 8192*128256*10 || got != whole/8 {
		t.Errorf("%v and %v bytes, want 8,192 × 128,256 × 10 and an eighth", whole, got)
	}
}

// Fused norms keep no fp32 copies, 8 bytes a token and hidden number in a layer.
func TestFusedKernelsKeepNoCopies(t *testing.T) {
	fused, eager := true, false
	w := demand.Training{Model: llama31of8B(t), Kind: "finetuning", SequenceLength: 1024, FusedKernels: &eager}
	before := bytesOf(w.Demand(server(1, 79)), "activations")
	w.FusedKernels = &fused
	if saved := before - bytesOf(w.Demand(server(1, 79)), "activations"); saved != 32*1024*8*4096 {
		t.Errorf("%v bytes saved, want 32 × 1,024 × 8 × 4,096", saved)
	}
}

func TestAdaptersOfAShapeThatIsNotKnownLeaveTheWeights(t *testing.T) {
	r := demand.Training{Model: counted(t, 7e9), Kind: "finetuning", Method: "lora"}.Demand(server(1, 79))
	want := `the shape of model "counted" lacks layers, hidden_size, heads, so adapters and activations are not known`
	if bytesOf(r, "weights") != 14e9 || r.GPU.Confidence != demand.Unknown || r.GPU.Missing != want {
		t.Errorf("%v bytes, missing %q, want %q", bytesOf(r, "weights"), r.GPU.Missing, want)
	}
}

func TestDegreesOfTraining(t *testing.T) {
	for _, c := range []struct {
		name   string
		w      demand.Training
		want   demand.Parallelism
		pooled int
		fault  string
	}{
		{"data takes what is left", demand.Training{Parallel: demand.Parallelism{Tensor: 2, Pipeline: 2}},
			demand.Parallelism{Tensor: 2, Pipeline: 2, Data: 2, Expert: 1, Context: 1}, 2, ""},
		{"nothing written is data alone", demand.Training{}, demand.Parallelism{Tensor: 1, Pipeline: 1, Data: 8, Expert: 1, Context: 1}, 1, ""},
		{"sharding pools the node", demand.Training{Sharding: "zero3"}, demand.Parallelism{Tensor: 1, Pipeline: 1, Data: 8, Expert: 1, Context: 1}, 8, ""},
		{"pipeline alone pools nothing", demand.Training{Parallel: demand.Parallelism{Pipeline: 8}},
			demand.Parallelism{Tensor: 1, Pipeline: 8, Data: 1, Expert: 1, Context: 1}, 1, ""},
		{"experts and context pool", demand.Training{Parallel: demand.Parallelism{Expert: 4, Context: 2}},
			demand.Parallelism{Tensor: 1, Pipeline: 1, Data: 4, Expert: 4, Context: 2}, 8, ""},
		{"tensor 3 does not go into 8", demand.Training{Parallel: demand.Parallelism{Tensor: 3}},
			demand.Parallelism{Tensor: 3, Pipeline: 1, Data: 1, Expert: 1, Context: 1}, 3,
			"tensor 3 × pipeline 1 × context 1 = 3 does not divide the 8 GPUs (8 GPUs × 1 node)"},
		{"written data must meet the ranks", demand.Training{Parallel: demand.Parallelism{Tensor: 2, Data: 2}},
			demand.Parallelism{Tensor: 2, Pipeline: 1, Data: 2, Expert: 1, Context: 1}, 2,
			"tensor 2 × pipeline 1 × context 1 × data 2 = 4 is not the 8 GPUs (8 GPUs × 1 node)"},
		{"experts must go into the data ranks", demand.Training{Parallel: demand.Parallelism{Expert: 3}},
			demand.Parallelism{Tensor: 1, Pipeline: 1, Data: 8, Expert: 3, Context: 1}, 3, "expert 3 does not divide data 8 × context 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.w.Model, c.w.Kind = mixtral(t), "training"
			r := c.w.Demand(server(8, 79))
			if diff := cmp.Diff(c.want, r.Parallelism); diff != "" || r.Pooled != c.pooled || r.GPU.Missing != c.fault {
				t.Errorf("pooled %d, want %d; missing %q, want %q\n%s", r.Pooled, c.pooled, r.GPU.Missing, c.fault, diff)
			}
		})
	}
}

func TestTheWorstPipelineStageCounts(t *testing.T) {
	w := demand.Training{Model: deepseekV3(t), Kind: "training", Parallel: demand.Parallelism{Pipeline: 8}}
	even := 671026404352.0 * 16 / 8
	// 61 layers on eight stages: the first have eight, 64/61 of an even share.
	if got := statesOf(t, w, 8); got < even*1.04 || got > even*1.12 {
		t.Errorf("%v, an even share is %v", got, even)
	}
	// With no more than one micro-batch in flight the last stage, which has the logits, is worse.
	w = demand.Training{Model: llama31of8B(t), Kind: "training", Parallel: demand.Parallelism{Pipeline: 2}, GlobalBatch: 1, Recompute: "full"}
	if r := w.Demand(server(2, 79)); bytesOf(r, "logits") == 0 {
		t.Errorf("no logits in %+v", r.GPU.Components)
	}
}

func TestAShapeThatIsNotKnownLeavesTheStates(t *testing.T) {
	r := demand.Training{Model: counted(t, 7e9), Kind: "training"}.Demand(server(1, 79))
	if bytesOf(r, "model_states") != 16*7e9 || r.GPU.Confidence != demand.Unknown {
		t.Errorf("%s: %+v", r.GPU.Confidence, r.GPU.Components)
	}
	if want := `the shape of model "counted" lacks layers, hidden_size, heads, so activations are not known`; r.GPU.Missing != want {
		t.Errorf("missing %q, want %q", r.GPU.Missing, want)
	}
	r = demand.Training{ModelName: "nope", Kind: "training"}.Demand(server(1, 79))
	if want := `model "nope" is described nowhere`; r.GPU.Missing != want || r.Host.Missing != want || r.GPU.Confidence != demand.Unknown {
		t.Errorf("missing %q and %q, want %q", r.GPU.Missing, r.Host.Missing, want)
	}
}

func TestTrainingListsItsDefaults(t *testing.T) {
	r := demand.Training{Model: llama31of8B(t), Kind: "finetuning", Method: "lora"}.Demand(server(2, 79))
	want := []demand.Default{{Name: "gpus", Value: "2"}, {Name: "precision", Value: "bf16"}, {Name: "gradients", Value: "bf16"},
		{Name: "optimizer", Value: "adamw"}, {Name: "master", Value: "fp32"}, {Name: "sequence_length", Value: "4096"}, {Name: "micro_batch", Value: "1"},
		{Name: "recompute", Value: "none"}, {Name: "attention", Value: "flash"}, {Name: "fused_kernels", Value: "false"}, {Name: "loss", Value: "whole"}, {Name: "sharding", Value: "none"},
		{Name: "lora.rank", Value: "16"}, {Name: "lora.targets", Value: "all"}, {Name: "loader_workers", Value: "2"}}
	if diff := cmp.Diff(want, r.Defaults); diff != "" {
		t.Error(diff)
	}
	short := decode(t, "short", map[string]any{"parameters": 1e9, "max_context": 2048.0})
	for _, d := range (demand.Training{Model: short, Kind: "training"}).Demand(server(1, 79)).Defaults {
		if d.Name == "sequence_length" && d.Value != "2048" {
			t.Errorf("sequence_length %s beyond the model's 2048", d.Value)
		}
	}
}

// The formula must come out at the bytes: the numbers are put in to be checked.
func TestFormulaHasTheNumbersPutIn(t *testing.T) {
	r := demand.Inference{Model: llama31of8B(t), Weights: "bf16", Parallel: demand.ServingParallelism{Tensor: 4}, Context: 8192, Concurrency: 16}.
		Demand(server(4, 79))
	want := map[string]string{
		"weights":  "8,030,261,248 parameters ÷ 4 GPUs × 2 B = 3.74 GiB",
		"kv_cache": "16 requests × 8,192 tokens × 32 layers × 2 × 2 KV heads × 128 × 2 B = 4 GiB",
	}
	for _, c := range r.GPU.Components {
		if w := want[c.Name]; w != "" && c.Formula != w {
			t.Errorf("%s is %q, want %q", c.Name, c.Formula, w)
		}
	}
	if math.Abs(bytesOf(r, "kv_cache")-4*gib) > 1 {
		t.Errorf("the cache is %v", bytesOf(r, "kv_cache"))
	}
}
