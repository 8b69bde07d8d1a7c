package demand_test

import (
	"testing"

	"github.com/rackvet/rackvet/internal/demand"
)

// vLLM, data_parallel_deployment.md: --max-num-seqs applies per DP rank, and is 1024
// on an H200; so does TensorRT-LLM's max_batch_size (ai-dynamo/dynamo pull request
// 11982). SGLang divides max_running_requests by dp_size (its scheduler).
func TestMostSequencesAreOfEachDataParallelRank(t *testing.T) {
	apart := demand.ServingParallelism{Tensor: 1, AttentionData: 8, Expert: 8}
	for _, c := range []struct {
		engine     string
		p          demand.ServingParallelism
		concurrent int
		most, want int
	}{
		{"vllm", apart, 4096, 0, 4096 / 8},
		{"vllm", apart, 10000, 0, 1024},
		{"vllm", apart, 4096, 256, 256},
		{"tensorrt-llm", apart, 4096, 256, 256},
		{"tensorrt-llm", apart, 4096, 0, 4096 / 8},
		{"sglang", demand.ServingParallelism{Tensor: 8, AttentionData: 8, Expert: 8}, 4096, 256, 256 / 8},
		{"sglang", demand.ServingParallelism{Tensor: 8, AttentionData: 8, Expert: 8}, 64, 256, 64 / 8},
	} {
		w := demand.Inference{Model: deepseekV3(t), Weights: "fp8", Engine: c.engine, Parallel: c.p, MaxNumSeqs: c.most,
			Concurrency: c.concurrent, Context: 4096, MaxContext: 8192}
		r := w.Demand(server(8, 139))
		if r.KV.Requests != c.want {
			t.Errorf("%s, %d in flight, at most %d: %d on a rank, want %d", c.engine, c.concurrent, c.most, r.KV.Requests, c.want)
		}
		if got, want := bytesOf(r, "kv_cache"), float64(c.want*4096*70272); got != want {
			t.Errorf("%s: %v bytes of cache, want %v", c.engine, got, want)
		}
	}
}

// What an engine does not schedule waits, texts to be embedded too: 256 of 512 tokens
// through bge-large, 2·tokens·(16·1024 + 8·4096) bytes.
func TestEmbeddingsWaitAsOtherRequestsDo(t *testing.T) {
	m := decode(t, "bge-large", map[string]any{"family": "embedding", "layers": 24.0, "hidden_size": 1024.0, "heads": 16.0, "ffn_size": 4096.0,
		"vocab_size": 30522.0, "gated": false, "tied_embeddings": true})
	w := demand.Inference{Model: m, Concurrency: 10000, Context: 512, MaxNumSeqs: 256}
	if got, want := bytesOf(w.Demand(server(1, 79)), "activations"), 2.0*256*512*(16*1024+8*4096); got != want {
		t.Errorf("%v bytes of activations, want %v", got, want)
	}
	w.Concurrency = 100
	if got, want := bytesOf(w.Demand(server(1, 79)), "activations"), 2.0*100*512*(16*1024+8*4096); got != want {
		t.Errorf("%v bytes of activations of 100, want %v", got, want)
	}
	w.Concurrency, w.MaxContext = 1, 8192 // one long text takes more
	if got, want := bytesOf(w.Demand(server(1, 79)), "activations"), 2.0*8192*(16*1024+8*4096); got != want {
		t.Errorf("%v bytes of activations of a long text, want %v", got, want)
	}
}

// vLLM, EngineArgs: 1024 sequences from 70 GiB on, and 256 where "a100" is in the
// device's name.
func TestMostSequencesOfVLLM(t *testing.T) {
	for _, c := range []struct {
		gpu    string
		usable float64
		want   string
	}{
		{"nvidia-h100-sxm", 79, "1024"}, {"nvidia-a100-sxm4-80gb", 79, "256"}, {"NVIDIA A100 80GB PCIe", 79, "256"},
		{"nvidia-a800-sxm4-80gb", 79, "1024"}, {"nvidia-l40s", 44, "256"}, {"", 0, "1024"},
	} {
		r := demand.Inference{Model: llama31of8B(t)}.Demand(demand.Host{GPUs: 1, Nodes: 1, GPU: c.gpu, UsableMemory: c.usable * gib})
		for _, d := range r.Defaults {
			if d.Name == "max_num_seqs" && d.Value != c.want {
				t.Errorf("%q: %s sequences, want %s", c.gpu, d.Value, c.want)
			}
		}
	}
}
