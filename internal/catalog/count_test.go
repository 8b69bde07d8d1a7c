package catalog

import (
	"math"
	"testing"
)

func TestActiveParametersOfMixtures(t *testing.T) {
	// Their papers and cards say 12.9 thousand million (Mixtral), 37 (DeepSeek-V3), 22 (Qwen3), 39 (Mixtral 8x22B)
	// and 3.6 (Nemotron 3 Nano, embeddings included).
	for id, want := range map[string]float64{"mixtral-8x7b": 12.9e9, "mixtral-8x22b": 39e9, "deepseek-v3": 37e9, "qwen3-235b-a22b": 22e9,
		"nemotron-3-nano-30b-a3b": 3.6e9} {
		m := load(t).Model(id).Entry
		if off := math.Abs(m.ActiveParameters/want - 1); off > 0.02 {
			t.Errorf("%s: %.4g active parameters, want %.4g", id, m.ActiveParameters, want)
		}
	}
	if m := load(t).Model("qwen2.5-7b").Entry; m.ActiveParameters != m.Parameters {
		t.Errorf("a dense model uses %.0f of its %.0f parameters", m.ActiveParameters, m.Parameters)
	}
}

func TestCountParametersByHand(t *testing.T) {
	base := map[string]any{"layers": 2, "hidden_size": 8, "heads": 4, "kv_heads": 2, "ffn_size": 16, "vocab_size": 10}
	for name, c := range map[string]struct {
		change map[string]any
		want   float64 // 0: can't be counted
	}{
		// attention 2·8·4·2 + 2·8·2·2 = 192, norms 16, gated 3·8·16 = 384, embeddings 2·80, last norm 8
		"a gated model with grouped queries":  {nil, 2*(192+16+384) + 160 + 8},
		"two matrices where nothing is gated": {map[string]any{"gated": false}, 2*(192+16+256) + 160 + 8},
		"embeddings that are one matrix":      {map[string]any{"tied_embeddings": true}, 2*(192+16+384) + 80 + 8},
		"kv_heads left out are the heads":     {map[string]any{"kv_heads": nil}, 2*(256+16+384) + 160 + 8},
		"a head wider than its share":         {map[string]any{"head_dim": 4}, 2*(384+16+384) + 160 + 8},
		// router 8·4, 5 experts of 3·8·6
		"experts in one layer of two": {map[string]any{"experts": map[string]any{"count": 4, "active": 1, "shared": 1, "ffn_size": 6, "layers": 1}},
			2*(192+16) + 384 + (32 + 5*144) + 160 + 8},
		// h·a·(d+r) + h·(c+r) + c + c·a·(d+w) + a·w·h with c 3, r 1
		"latent attention without compressed queries": {map[string]any{"attention": "mla", "kv_lora_rank": 3, "rope_dim": 1, "head_dim": 2},
			2*(8*4*3+8*4+3+3*4*4+4*2*8+16+384) + 160 + 8},
		"more layers of experts than layers":        {map[string]any{"experts": map[string]any{"count": 4, "layers": 3}}, 0},
		"a shape without a vocabulary":              {map[string]any{"vocab_size": nil}, 0},
		"a shape without heads":                     {map[string]any{"heads": nil, "kv_heads": nil}, 0},
		"a dense shape without a feed-forward size": {map[string]any{"ffn_size": nil}, 0},
		"latent attention of unknown width":         {map[string]any{"attention": "mla"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			fields := map[string]any{}
			for k, v := range base {
				fields[k] = v
			}
			for k, v := range c.change {
				fields[k] = v
			}
			m, err := DecodeModel("x", fields)
			if err != nil {
				t.Fatal(err)
			}
			if got, ok := m.CountParameters(); got != c.want || ok != (c.want > 0) || m.Parameters != c.want {
				t.Errorf("counted %.0f (%v), has %.0f, want %.0f", got, ok, m.Parameters, c.want)
			}
		})
	}
}
