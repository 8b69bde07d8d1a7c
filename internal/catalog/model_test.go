package catalog

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDecodeModelReadsEveryField(t *testing.T) {
	got, err := DecodeModel("acme", map[string]any{
		"description": "A model of a file.", "aliases": []any{"A"}, "family": "speech", "parameters": 100.0, "active_parameters": 50.0, "precision": "fp8",
		"layers": 12.0, "hidden_size": 64.0, "heads": 8.0, "kv_heads": 2.0, "head_dim": 16.0, "v_head_dim": 12.0, "ffn_size": 128.0, "ffn_layers": 3.0,
		"gated": false, "vocab_size": 1000.0, "tied_embeddings": true, "max_context": 4096.0, "attention": "compressed", "attention_layers": 10.0,
		"kv_shared_layers": 4.0, "key_is_value": true, "kv_lora_rank": 5.0, "q_lora_rank": 6.0, "o_lora_rank": 7.0, "o_groups": 2.0, "rope_dim": 9.0,
		"sliding_window": map[string]any{"size": 32.0, "layers": 8.0, "heads": 4.0, "kv_heads": 1.0, "head_dim": 10.0, "v_head_dim": 11.0, "kv_shared_layers": 3.0},
		"compression":    map[string]any{"b": map[string]any{"ratio": 128.0, "layers": 4.0}, "a": map[string]any{"ratio": 4.0, "layers": 5.0, "overlap": true}},
		"indexer":        map[string]any{"heads": 2.0, "head_dim": 3.0, "layers": 4.0},
		"state": map[string]any{"kind": "mamba2", "layers": 2.0, "heads": 4.0, "head_dim": 5.0, "d_inner": 21.0, "d_state": 6.0, "groups": 7.0,
			"conv_width": 4.0, "conv_bias": true, "dt_rank": 8.0, "inner_norm": true, "gate_rank": 9.0, "precision": "fp32"},
		"experts": map[string]any{"count": 16.0, "active": 2.0, "ffn_size": 32.0, "latent_size": 33.0, "shared": 1.0, "shared_ffn_size": 34.0,
			"shared_gate": true, "router_bias": true, "layers": 9.0},
		"encoder":    map[string]any{"layers": 6.0, "heads": 3.0, "ffn_size": 99.0, "context": 1500.0, "positions": 1500.0, "input_channels": 80.0},
		"tower":      map[string]any{"vision": map[string]any{"parameters": 10.0, "layers": 2.0, "hidden_size": 3.0}, "audio": map[string]any{}},
		"mtp_layers": 1.0, "attention_bias": "qkv", "attention_gate": true, "attention_sinks": true, "qk_norm": "head", "ffn_bias": true, "head_bias": true,
		"norm": "layer", "layer_norms": 4.0, "final_norm": false, "embedding_norm": true, "embedding_size": 48.0, "positions": 512.0, "segments": 2.0,
		"pooler": true, "layer_embedding_size": 5.0, "residual_streams": 4.0,
		"component": map[string]any{"x": map[string]any{"kind": "vae", "parameters": 1.0, "heads": 2.0, "downscale": 8.0}},
		"source":    "a card", "unconfirmed": []any{"layers"},
	})
	want := &Model{ID: "acme", Aliases: []string{"A"}, Family: "speech", Parameters: 100, ActiveParameters: 50, Precision: "fp8",
		Layers: 12, HiddenSize: 64, VocabSize: 1000, MaxContext: 4096, TiedEmbeddings: true,
		Attention: "compressed", AttentionLayers: 10, KVSharedLayers: 4, Heads: 8, KVHeads: 2, HeadDim: 16, VHeadDim: 12, KeyIsValue: true,
		KVLoRARank: 5, QLoRARank: 6, OLoRARank: 7, OGroups: 2, RopeDim: 9, SlidingWindow: &SlidingWindow{32, 8, 4, 1, 10, 11, 3},
		Compression: []Compression{{"a", 4, 5, true}, {"b", 128, 4, false}}, Indexer: &Indexer{2, 3, 4},
		AttentionBias: "qkv", AttentionGate: true, AttentionSinks: true, QKNorm: "head",
		FFNSize: 128, FFNLayers: 3, FFNBias: true, Experts: &Experts{16, 2, 32, 33, 1, 34, true, true, 9},
		State:   &State{"mamba2", 2, 4, 5, 21, 6, 7, 4, true, 8, true, 9, "fp32"},
		Encoder: &Encoder{6, 3, 99, 1500, 1500, 80}, Towers: []Tower{{"audio", 0, 0, 0}, {"vision", 10, 2, 3}}, MTPLayers: 1,
		LayerNorm: true, LayerNorms: 4, EmbeddingNorm: true, HeadBias: true, EmbeddingSize: 48, Positions: 512, Segments: 2, Pooler: true,
		LayerEmbeddingSize: 5, ResidualStreams: 4, Components: []Component{{"x", "vae", 1, 2, 8}}, Source: "a card", Unconfirmed: []string{"layers"}}
	if err != nil || !cmp.Equal(got, want) {
		t.Errorf("DecodeModel: %v\n%s", err, cmp.Diff(want, got))
	}
}

// Numbers a layer and sequence, from the models' papers and engines: Mamba 2.8B
// keeps 5120×3 and 5120×16, Mamba-2 2.7B (5120 + 2×128)×3 and 80×64×128,
// Qwen3-Next (32×128 + 2×16×128)×3 and 32×128×128.
func TestStatesAreTheSizesThatEnginesKeep(t *testing.T) {
	for id, want := range map[string][2]float64{
		"mamba-2.8b": {15360, 81920}, "mamba2-2.7b": {16128, 655360}, "qwen3-next-80b-a3b": {24576, 524288},
	} {
		s := load(t).Model(id).Entry.State
		if got := [2]float64{s.Conv(), s.Recurrent()}; got != want {
			t.Errorf("%s keeps %v, want %v", id, got, want)
		}
	}
	if n := (&State{Inner: 8, Size: 4}).Conv(); n != 0 {
		t.Errorf("without a convolution it keeps %v", n)
	}
}

// By hand, each on a layer of width 4: the formulas of count_layers.go.
func TestPartsOfALayerCountedByHand(t *testing.T) {
	plain := func() map[string]any { // attention 4·4·4 = 64, feed-forward 2·4·8 = 64, norms 8 + 4, embedding 10·4
		return map[string]any{"layers": 1.0, "hidden_size": 4.0, "heads": 2.0, "ffn_size": 8.0, "vocab_size": 10.0, "gated": false, "tied_embeddings": true}
	}
	const base = 64 + 64 + 8 + 4 + 40
	for name, c := range map[string]struct {
		change map[string]any
		want   float64
	}{
		"nothing more":                     {nil, base},
		"biases of all projections":        {map[string]any{"attention_bias": "qkvo"}, base + 16},
		"biases of queries, keys, values":  {map[string]any{"attention_bias": "qkv"}, base + 12},
		"a norm of a head":                 {map[string]any{"qk_norm": "head"}, base + 4},
		"a norm across heads":              {map[string]any{"qk_norm": "layer"}, base + 8},
		"a gated output and sinks":         {map[string]any{"attention_gate": true, "attention_sinks": true}, base + 16 + 2},
		"biases of the feed-forward part":  {map[string]any{"ffn_bias": true}, base + 12},
		"norms with biases":                {map[string]any{"norm": "layer"}, base + 12},
		"learned positions":                {map[string]any{"positions": 7.0}, base + 28},
		"a narrow embedding":               {map[string]any{"embedding_size": 2.0}, base - 40 + 20 + 8 + 8},
		"a pooler":                         {map[string]any{"pooler": true}, base + 20},
		"values of the keys' matrix":       {map[string]any{"key_is_value": true}, base - 16},
		"a window with heads of its own":   {map[string]any{"sliding_window": map[string]any{"size": 9.0, "kv_heads": 1.0}}, base - 16},
		"an indexer":                       {map[string]any{"indexer": map[string]any{"heads": 3.0, "head_dim": 5.0}}, base + 60 + 12 + 20 + 10},
		"a tower":                          {map[string]any{"tower": map[string]any{"vision": map[string]any{"parameters": 99.0}}}, base + 99},
		"experts that work in a latent":    {map[string]any{"experts": map[string]any{"count": 2.0, "ffn_size": 3.0, "latent_size": 2.0}}, base - 64 + 2*2*2*3 + 8 + 16},
		"a shared expert of its own width": {map[string]any{"experts": map[string]any{"count": 2.0, "ffn_size": 3.0, "shared": 1.0, "shared_ffn_size": 5.0, "shared_gate": true, "router_bias": true}}, base - 64 + 2*24 + 8 + 40 + 4 + 2},
		"a dense part beside the experts":  {map[string]any{"ffn_layers": 1.0, "experts": map[string]any{"count": 2.0, "ffn_size": 3.0}}, base + 2*24 + 8},
		"a state in place of attention": {map[string]any{"attention_layers": 0.0, "state": map[string]any{"kind": "linear", "layers": 1.0, "heads": 1.0, "head_dim": 3.0, "d_state": 3.0}},
			base - 64 + 4*4*3 + 3 + 3*4},
		"two residual streams": {map[string]any{"residual_streams": 2.0}, base + 2*(8*(8+1)+3) + 16 + 3},
	} {
		t.Run(name, func(t *testing.T) {
			fields := plain()
			for k, v := range c.change {
				fields[k] = v
			}
			m, err := DecodeModel("x", fields)
			if err != nil {
				t.Fatal(err)
			}
			if n, ok := m.CountParameters(); !ok || n != c.want {
				t.Errorf("counted %v (%t), want %v", n, ok, c.want)
			}
		})
	}
}
