package demand_test

import (
	"strings"
	"testing"

	"github.com/rackvet/rackvet/internal/demand"
)

// one is a server of one replica whose cache is that of a single request.
func one(m *demand.Model, length, tensor int) demand.Inference {
	return demand.Inference{Model: m, Weights: "bf16", Context: length, MaxContext: length, Concurrency: 1,
		Parallel: demand.ServingParallelism{Tensor: tensor}}
}

// Shapes from the models' own config.json; the figures by the formulas of kvOf and
// of state, and where a source is named as published.
func TestWhatASequenceKeeps(t *testing.T) {
	jamba := decode(t, "jamba", map[string]any{"parameters": 51.6e9, "layers": 32.0, "hidden_size": 4096.0, "heads": 32.0, "kv_heads": 8.0,
		"ffn_size": 14336.0, "vocab_size": 65536.0, "attention_layers": 4.0,
		"state": map[string]any{"kind": "mamba1", "layers": 28.0, "d_inner": 8192.0, "d_state": 16.0, "conv_width": 4.0, "dt_rank": 256.0}})
	mamba := decode(t, "mamba2-2.7b", map[string]any{"parameters": 2.7e9, "layers": 64.0, "hidden_size": 2560.0, "vocab_size": 50288.0,
		"attention_layers": 0.0, "ffn_layers": 0.0, "tied_embeddings": true,
		"state": map[string]any{"kind": "mamba2", "layers": 64.0, "heads": 80.0, "head_dim": 64.0, "d_state": 128.0, "groups": 1.0, "conv_width": 4.0}})
	next := decode(t, "qwen3-next-80b", map[string]any{"parameters": 80e9, "layers": 48.0, "hidden_size": 2048.0, "heads": 16.0, "kv_heads": 2.0,
		"head_dim": 256.0, "vocab_size": 151936.0, "attention_layers": 12.0, "experts": map[string]any{"count": 512.0, "active": 10.0, "ffn_size": 512.0},
		"state": map[string]any{"kind": "delta", "layers": 36.0, "heads": 32.0, "head_dim": 128.0, "d_state": 128.0, "groups": 16.0,
			"conv_width": 4.0, "precision": "fp32"}})
	whisper := decode(t, "whisper-large-v3", map[string]any{"family": "speech", "parameters": 1543490560.0, "layers": 32.0, "hidden_size": 1280.0,
		"heads": 20.0, "ffn_size": 5120.0, "gated": false, "vocab_size": 51866.0, "tied_embeddings": true, "max_context": 448.0,
		"encoder": map[string]any{"layers": 32.0, "context": 1500.0, "input_channels": 128.0}})
	shared := decode(t, "gemma-3n", map[string]any{"parameters": 6.9e9, "layers": 35.0, "hidden_size": 2048.0, "heads": 8.0, "kv_heads": 2.0,
		"head_dim": 256.0, "ffn_size": 16384.0, "vocab_size": 262400.0, "kv_shared_layers": 15.0,
		"sliding_window": map[string]any{"size": 512.0, "layers": 28.0, "kv_shared_layers": 12.0}})
	mimo := decode(t, "mimo", map[string]any{"parameters": 300e9, "layers": 48.0, "hidden_size": 4096.0, "heads": 64.0, "kv_heads": 4.0,
		"head_dim": 192.0, "v_head_dim": 128.0, "ffn_size": 16384.0, "vocab_size": 152576.0,
		"sliding_window": map[string]any{"size": 128.0, "layers": 39.0, "kv_heads": 8.0}})
	sparse := decode(t, "deepseek-v3.2", map[string]any{"parameters": 671e9, "layers": 61.0, "hidden_size": 7168.0, "heads": 128.0, "head_dim": 128.0,
		"ffn_size": 18432.0, "vocab_size": 129280.0, "attention": "mla", "kv_lora_rank": 512.0, "rope_dim": 64.0,
		"indexer": map[string]any{"heads": 64.0, "head_dim": 128.0}})
	compressed := decode(t, "compressed", map[string]any{"parameters": 280e9, "layers": 43.0, "hidden_size": 4096.0, "heads": 64.0, "head_dim": 512.0,
		"o_lora_rank": 1024.0, "vocab_size": 129280.0, "attention": "compressed", "ffn_size": 2048.0,
		"sliding_window": map[string]any{"size": 128.0},
		"compression":    map[string]any{"near": map[string]any{"ratio": 4.0, "layers": 21.0}, "far": map[string]any{"ratio": 128.0, "layers": 20.0}},
		"indexer":        map[string]any{"heads": 64.0, "head_dim": 128.0, "layers": 21.0}})
	for _, c := range []struct {
		name     string
		w        demand.Inference
		perToken float64
		request  float64
	}{
		// Jamba paper, table 1: 4 GB at 256K tokens, of four layers of 32.
		{"four layers of attention of 32 keep 16 KiB a token", one(jamba, 262144, 1), 4 * 4096,
			4*4096*262144 + 28*(8192*3*2+8192*16*2)},
		{"a model without attention keeps a state whatever the length", one(mamba, 1<<20, 1), 0, 64 * ((5120+256)*3*2 + 5120*128*2)},
		{"tensor parallelism divides the state, but no rank has less than a group", one(mamba, 4096, 2), 0,
			64 * ((2560+256)*3*2 + 2560*128*2)},
		{"a state in fp32 takes twice as much, its convolution does not", one(next, 16384, 1), 12 * 2048,
			12*2048*16384 + 36*((4096+2*16*128)*3*2+4096*128*4)},
		{"a decoder keeps the encoder's output once in every layer", one(whisper, 448, 1), 32 * 20 * 128 * 2,
			32*20*128*2*448 + 32*20*128*2*1500},
		{"layers that read another's cache keep none", one(shared, 32768, 1), 20 * 2048,
			4*2048*32768 + 16*2048*512},
		{"windows may have heads of their own, and values another width", one(mimo, 32768, 1), 9*4*320*2 + 39*8*320*2,
			9*4*320*2*32768 + 39*8*320*2*128},
		{"the indexer keeps a key in 8 bit with its scale", one(sparse, 16384, 8), 61 * (576*2 + 132), 61 * (576*2 + 132) * 16384},
		{"compressed attention keeps a window and the rest compressed, on every rank", one(compressed, 65536, 8),
			21*1024/4 + 20*1024/128 + 21*132/4,
			43*1024*128 + 21*1024*16384 + 20*1024*512 + 21*132*16384},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := c.w.Demand(server(8, 139))
			if r.KV.PerToken != c.perToken || r.KV.Request != c.request {
				t.Errorf("%v bytes a token and %v a request, want %v and %v", r.KV.PerToken, r.KV.Request, c.perToken, c.request)
			}
			if got := bytesOf(r, "kv_cache"); got != c.request {
				t.Errorf("the demand has %v, want %v", got, c.request)
			}
		})
	}
	// vLLM makes pages of attention as large as a state: a sequence may lose one in each layer.
	r := one(next, 16384, 1).Demand(server(1, 139))
	for _, c := range r.GPU.Components {
		if c.Name == "kv_cache" && !strings.Contains(c.Formula, "12 layers × 2 × 2 KV heads × 256 × 2 B + 1 request × 36 layers × (49,152 B of convolution + 524,288 × 4 B of state)") {
			t.Errorf("formula %q", c.Formula)
		}
	}
}

// A mixture whose layers differ keeps the mean of them.
func TestActivationsOfLayersWithAState(t *testing.T) {
	fields := map[string]any{"parameters": 8e9, "layers": 40.0, "hidden_size": 4096.0, "heads": 32.0, "kv_heads": 8.0, "ffn_size": 21504.0,
		"gated": false, "vocab_size": 131072.0, "attention_layers": 4.0, "ffn_layers": 12.0,
		"state": map[string]any{"kind": "mamba2", "layers": 24.0, "heads": 128.0, "head_dim": 64.0, "d_state": 128.0, "groups": 8.0, "conv_width": 4.0}}
	w := demand.Training{Model: decode(t, "nemotron-h", fields), Kind: "training", SequenceLength: 1000, MicroBatch: 1}
	// 40 halves of a layer, each 5h; four of attention, 24 with a state and twelve feed-forward parts.
	want := 1000.0 * (40*5*4096 + 4*4*(32+8)*128 + 24*(6*8192+4*(8192+2*8*128)) + 12*4*21504)
	if got := bytesOf(w.Demand(server(1, 79)), "activations"); got/want-1 > 1e-12 || want/got-1 > 1e-12 {
		t.Errorf("%v bytes, want %v", got, want)
	}
}
