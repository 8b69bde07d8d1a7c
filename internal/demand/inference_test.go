package demand_test

import (
	"math"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/demand"
)

// The article: 2 bytes a parameter, 14, 26 and 140 GB.
func TestWeightsMeetTheArticle(t *testing.T) {
	for parameters, gb := range map[float64]float64{7e9: 14, 13e9: 26, 70e9: 140} {
		r := demand.Inference{Model: counted(t, parameters), Weights: "fp16", Parallel: demand.ServingParallelism{Tensor: 1}}.Demand(server(1, 79))
		if got := bytesOf(r, "weights"); got != gb*1e9 {
			t.Errorf("%v parameters take %v bytes, want %v GB", parameters, got, gb)
		}
		if r.GPU.Confidence != demand.Unknown || !strings.Contains(r.GPU.Missing, "lacks layers, hidden_size, heads, so the KV cache is not known") {
			t.Errorf("%s: %s", r.GPU.Confidence, r.GPU.Missing)
		}
	}
}

func TestEveryWeightFormatOfTheSchemaHasASize(t *testing.T) {
	text, err := os.ReadFile("../../schema/enum.cue")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "#WeightFormat:")
	list, _, _ := strings.Cut(after, "//")
	names := regexp.MustCompile(`"([^"]+)"`).FindAllStringSubmatch(list, -1)
	if len(names) < 30 {
		t.Fatalf("%d formats read out of the schema", len(names))
	}
	for _, n := range names {
		r := demand.Inference{Model: llama31of8B(t), Weights: n[1]}.Demand(server(1, 79))
		if b := bytesOf(r, "weights"); b < 1.9e9 || b > 33e9 { // 2 bits to 32 of 8·10⁹ parameters
			t.Errorf("8 billion parameters in %s take %v bytes", n[1], b)
		}
	}
}

func TestDefaultParallelism(t *testing.T) {
	node := func(gpus, nodes int, usable float64) demand.Host {
		return demand.Host{GPUs: gpus, Nodes: nodes, UsableMemory: usable * gib}
	}
	for _, c := range []struct {
		name   string
		host   demand.Host
		w      demand.Inference
		want   demand.Parallelism
		pooled int
	}{
		{"8B fits on one GPU of 80 GB and is there eight times", node(8, 1, 79), demand.Inference{Model: llama31of8B(t)},
			demand.Parallelism{Tensor: 1, Pipeline: 1, Data: 8, Expert: 1, Context: 1}, 1},
		{"70B takes four of 80 GB for a request of 131,072 tokens", node(8, 1, 79), demand.Inference{Model: llama31of70B(t)},
			demand.Parallelism{Tensor: 4, Pipeline: 1, Data: 2, Expert: 1, Context: 1}, 4},
		{"many requests make the replicas wider", node(8, 1, 79), demand.Inference{Model: llama31of70B(t), Concurrency: 140, Context: 8192},
			demand.Parallelism{Tensor: 8, Pipeline: 1, Data: 1, Expert: 1, Context: 1}, 8},
		{"replicas as written share the GPUs", node(8, 1, 79), demand.Inference{Model: llama31of70B(t), Replicas: 4},
			demand.Parallelism{Tensor: 2, Pipeline: 1, Data: 4, Expert: 1, Context: 1}, 2},
		{"what no node holds takes all nodes one behind the other", node(8, 2, 79),
			demand.Inference{Model: deepseekV3(t), Weights: "fp8", Placement: demand.Placement{Nodes: 2}},
			demand.Parallelism{Tensor: 8, Pipeline: 2, Data: 1, Expert: 1, Context: 1}, 8},
		{"memory that is not known means the whole node", node(8, 1, 0), demand.Inference{Model: llama31of8B(t)},
			demand.Parallelism{Tensor: 8, Pipeline: 1, Data: 1, Expert: 1, Context: 1}, 8},
		{"llama.cpp splits by layers", node(2, 1, 23.7), demand.Inference{Model: llama31of70B(t), Engine: "llama.cpp", Weights: "q4_k_m"},
			demand.Parallelism{Tensor: 1, Pipeline: 2, Data: 1, Expert: 1, Context: 1}, 1},
		{"experts wider than tensor parallelism copy the attention", node(8, 1, 139),
			demand.Inference{Model: deepseekV3(t), Weights: "fp8", Parallel: demand.ServingParallelism{Expert: 8}},
			demand.Parallelism{Tensor: 1, Pipeline: 1, Data: 1, Expert: 8, Context: 1}, 8},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := c.w.Demand(c.host)
			if diff := cmp.Diff(c.want, r.Parallelism); diff != "" || r.Pooled != c.pooled {
				t.Errorf("pooled %d, want %d\n%s", r.Pooled, c.pooled, diff)
			}
		})
	}
}

func TestInferenceSaysWhatDoesNotDivide(t *testing.T) {
	for _, c := range []struct {
		want string
		p    demand.ServingParallelism
		n    int
	}{
		{"tensor 3 × pipeline 1 = 3 does not divide the 8 GPUs (8 GPUs × 1 node)", demand.ServingParallelism{Tensor: 3}, 0},
		{"tensor 4 × pipeline 1 × replicas 3 = 12 is more than the 8 GPUs", demand.ServingParallelism{Tensor: 4}, 3},
		{"replicas 3 does not divide the 8 GPUs (8 GPUs × 1 node)", demand.ServingParallelism{}, 3},
		{"tensor 2 does not divide expert 3", demand.ServingParallelism{Tensor: 2, Expert: 3}, 0},
	} {
		r := demand.Inference{Model: llama31of8B(t), Parallel: c.p, Replicas: c.n}.Demand(server(8, 79))
		if r.GPU.Confidence != demand.Unknown || r.GPU.Missing != c.want {
			t.Errorf("%s: %q, want %q", r.GPU.Confidence, r.GPU.Missing, c.want)
		}
	}
}

// DeepSeek-V3 insights, table 1: 70,272 bytes a token; llama.cpp logs.
func TestKVCacheUnderParallelism(t *testing.T) {
	of := func(w demand.Inference, h demand.Host) demand.KVCache { return w.Demand(h).KV }
	for _, c := range []struct {
		name string
		w    demand.Inference
		want float64
	}{
		{"tensor parallelism divides KV heads", demand.Inference{Model: llama31of70B(t), Parallel: demand.ServingParallelism{Tensor: 8}}, 327680.0 / 8},
		{"ranks beyond the KV heads hold one each", demand.Inference{Model: mixtral(t), Placement: demand.Placement{GPUs: 16},
			Parallel: demand.ServingParallelism{Tensor: 16}}, 131072.0 / 8},
		{"MLA is on every rank alike", demand.Inference{Model: deepseekV3(t), Parallel: demand.ServingParallelism{Tensor: 8}}, 70272},
		{"pipeline parallelism divides layers, the longer stage counts", demand.Inference{Model: deepseekV3(t),
			Parallel: demand.ServingParallelism{Tensor: 4, Pipeline: 2}}, 31 * 576 * 2},
		{"data-parallel attention divides nothing", demand.Inference{Model: llama31of70B(t), Parallel: demand.ServingParallelism{Tensor: 1, AttentionData: 8}}, 327680},
		{"SGLang's data-parallel attention is part of tensor parallelism", demand.Inference{Model: llama31of70B(t), Engine: "sglang",
			Parallel: demand.ServingParallelism{Tensor: 8, AttentionData: 4}}, 327680 / 2},
		{"fp8 halves it", demand.Inference{Model: llama31of70B(t), KVCache: "fp8", Parallel: demand.ServingParallelism{Tensor: 1}}, 163840},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := of(c.w, server(8, 79)).PerToken; got != c.want && c.w.GPUs == 0 {
				t.Errorf("%v bytes a token, want %v", got, c.want)
			} else if c.w.GPUs > 0 {
				if got := of(c.w, server(16, 79)).PerToken; got != c.want {
					t.Errorf("%v bytes a token, want %v", got, c.want)
				}
			}
		})
	}
	w := demand.Inference{Model: llama31of8B(t), Concurrency: 10, Context: 1000, MaxContext: 8000, Replicas: 1, Parallel: demand.ServingParallelism{Tensor: 1}}
	kv := of(w, server(1, 79))
	if kv.Request != 131072*8000 || kv.InFlight != 10*131072*1008 { // pages of 16 tokens
		t.Errorf("a request takes %v, those in flight %v", kv.Request, kv.InFlight)
	}
	if r := w.Demand(server(1, 79)); bytesOf(r, "kv_cache") != kv.InFlight {
		t.Errorf("the demand has %v, want the larger end", bytesOf(r, "kv_cache"))
	}
}

// hf-mem pull request 70, gpt-oss-20b at 8192 tokens × 32: 6.09 GiB with windows, 12 without.
func TestSlidingWindowSavesAndMayNot(t *testing.T) {
	m := decode(t, "gpt-oss-20b", map[string]any{"parameters": 20914757184.0, "layers": 24.0, "hidden_size": 2880.0, "heads": 64.0, "kv_heads": 8.0,
		"head_dim": 64.0, "ffn_size": 2880.0, "vocab_size": 201088.0, "sliding_window": map[string]any{"size": 128.0, "layers": 12.0}})
	r := demand.Inference{Model: m, Weights: "mxfp4", Context: 8192, Concurrency: 32}.Demand(server(1, 79))
	if got := bytesOf(r, "kv_cache"); math.Abs(got/(6.09*gib)-1) > 0.01 {
		t.Errorf("%v bytes, want 6.09 GiB", got)
	}
	if room := r.GPU.High - r.GPU.Bytes; room < 5.9*gib {
		t.Errorf("high is %v above, want the 5.9 GiB that an engine without the saving takes", room)
	}
}

func TestWeightsKeptInHostMemory(t *testing.T) {
	whole := demand.Inference{Model: deepseekV3(t), Weights: "q4_k_m", Engine: "ktransformers"}
	split := whole
	split.CPUExperts = true
	a, b := whole.Demand(server(1, 23.7)), split.Demand(server(1, 23.7))
	moved := bytesOf(a, "weights") - bytesOf(b, "weights")
	// 58 layers × 256 experts × 3 × 7168 × 2048 at 4.89 bits.
	if want := 58.0 * 256 * 3 * 7168 * 2048 * 4.89 / 8; math.Abs(moved/want-1) > 1e-9 {
		t.Errorf("experts of %v bytes moved, want %v", moved, want)
	}
	if b.Host.Bytes-a.Host.Bytes != moved {
		t.Errorf("the host takes %v more, want %v", b.Host.Bytes-a.Host.Bytes, moved)
	}
	layers := demand.Inference{Model: llama31of70B(t), Weights: "q4_k_m", Engine: "llama.cpp", CPULayers: 80, Context: 4096}
	if r := layers.Demand(server(1, 23.7)); bytesOf(r, "kv_cache") != 0 || bytesOf(r, "weights") > 2.7e9 {
		t.Errorf("with all layers on the host the GPU has %+v", r.GPU.Components)
	}
}

// llama.cpp's start-up log of DeepSeek-R1: 40.75 GiB of scores at 163,840 tokens.
func TestEagerAttentionKeepsItsScores(t *testing.T) {
	of := func(w demand.Inference) float64 {
		flash := w
		flash.Attention = "flash"
		return bytesOf(w.Demand(server(8, 79)), "activations") - bytesOf(flash.Demand(server(8, 79)), "activations")
	}
	w := demand.Inference{Model: deepseekV3(t), Weights: "q4_k_m", Engine: "llama.cpp", Attention: "eager", MaxContext: 163840}
	if got := of(w); got != 163840*512*128*4 || math.Abs(got/(40.75*gib)-1) > 0.03 {
		t.Errorf("%v bytes of scores, want 163,840 × 512 × 128 × 4", got)
	}
	w = demand.Inference{Model: llama31of8B(t), Engine: "transformers", Attention: "eager", Context: 4096, Concurrency: 2}
	if got := of(w); got != 2*4096*4096*32*6 { // in 16 bit, and in fp32 for the softmax
		t.Errorf("%v bytes of scores, want 2 × 4,096² × 32 × 6", got)
	}
	w.Engine = "vllm"
	if got := of(w); got != 0 {
		t.Errorf("vLLM has no attention but flash, and takes %v for it", got)
	}
}

func TestEnginesSetWhatTheyMayTake(t *testing.T) {
	for engine, want := range map[string]float64{"vllm": 0.9, "llama.cpp": 0, "transformers": 0, "tensorrt-llm": 0, "sglang": 0} {
		r := demand.Inference{Model: llama31of8B(t), Engine: engine}.Demand(server(1, 79))
		if r.Utilization != want {
			t.Errorf("%s may take %v, want %v", engine, r.Utilization, want)
		}
	}
	// SGLang's share is of weights and cache; 6.5 GB for activations and graphs for 256 sequences come on top.
	r := demand.Inference{Model: llama31of8B(t), Engine: "sglang", Utilization: 0.8}.Demand(server(1, 79))
	if want := 0.8 + (6.5e9+256*2<<20)/(79*gib); math.Abs(r.Utilization-want) > 1e-9 {
		t.Errorf("%v, want %v", r.Utilization, want)
	}
}

func TestInferenceListsItsDefaults(t *testing.T) {
	r := demand.Inference{Model: llama31of8B(t), Weights: "bf16"}.Demand(server(2, 79))
	want := []demand.Default{{Name: "gpus", Value: "2"}, {Name: "kv_cache", Value: "auto"}, {Name: "engine", Value: "vllm"},
		{Name: "max_context", Value: "131072"}, {Name: "context", Value: "4096"}, {Name: "concurrency", Value: "1"},
		{Name: "max_num_seqs", Value: "1024"}, {Name: "utilization", Value: "0.9"}, {Name: "parallelism.tensor", Value: "1"}, {Name: "replicas", Value: "2"}}
	if diff := cmp.Diff(want, r.Defaults); diff != "" {
		t.Error(diff)
	}
}

// llama.cpp pull request 13833: cells for the window and for a batch of 512, in whole
// parts of 256. Gemma 3 27B at 4096 tokens: 10 layers keep all, 52 keep 1536 of a
// window of 1024; 16 KV heads × 2 × 128 × 2 bytes.
func TestLlamaCppKeepsABatchBesideAWindow(t *testing.T) {
	m := decode(t, "gemma-3-27b", map[string]any{"parameters": 27009346304.0, "layers": 62.0, "hidden_size": 5376.0, "heads": 32.0, "kv_heads": 16.0,
		"head_dim": 128.0, "ffn_size": 21504.0, "vocab_size": 262208.0, "tied_embeddings": true, "sliding_window": map[string]any{"size": 1024.0, "layers": 52.0}})
	of := func(w demand.Inference) float64 {
		return bytesOf(w.Demand(server(1, 79)), "kv_cache") / (16 * 2 * 128 * 2)
	}
	w := demand.Inference{Model: m, Engine: "llama.cpp", Weights: "q4_k_m", Context: 4096}
	if got := of(w); got != 10*4096+52*1536 {
		t.Errorf("%v cells, want 10 × 4,096 + 52 × 1,536", got)
	}
	w.Context = 512 // shorter than the window
	if got := of(w); got != 62*512 {
		t.Errorf("%v cells, want 62 × 512", got)
	}
	w.Context, w.Engine = 4096, "vllm"
	if got := of(w); got != 10*4096+52*1024 {
		t.Errorf("%v cells of vLLM, want 10 × 4,096 + 52 × 1,024", got)
	}
}

// vLLM takes the model's own limit for --max-model-len, however many requests there are
// to be, and doesn't start unless one of that length fits: 131,072 tokens of Llama 3.1.
func TestTheLongestRequestIsTheModelsWhereNobodySays(t *testing.T) {
	for _, c := range []struct {
		w             demand.Inference
		longest, mean int
	}{
		{demand.Inference{}, 131072, 4096},
		{demand.Inference{Concurrency: 1}, 131072, 4096},
		{demand.Inference{Concurrency: 64, Engine: "sglang"}, 131072, 4096},
		{demand.Inference{Context: 8192}, 8192, 8192},
		{demand.Inference{MaxContext: 8192}, 8192, 8192},
		{demand.Inference{Context: 2048, MaxContext: 8192}, 8192, 2048},
		{demand.Inference{Engine: "llama.cpp"}, 4096, 4096},
		{demand.Inference{Engine: "llama.cpp", Concurrency: 4}, 4096, 4096},
	} {
		w := c.w
		w.Model = llama31of8B(t)
		if k := w.Demand(server(1, 23.7)).KV; k.MaxContext != c.longest || k.Context != c.mean {
			t.Errorf("%+v: %d at the longest and %d in the mean, want %d and %d", c.w, k.MaxContext, k.Context, c.longest, c.mean)
		}
	}
}
