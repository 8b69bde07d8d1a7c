package catalog

import (
	"math"
	"testing"
)

// Counts as their makers publish them, by the safetensors index of each repository.
var published = map[string]float64{
	"llama-2-7b": 6738415616, "llama-2-13b": 13015864320, "llama-2-70b": 68976648192,
	"llama-3.1-8b": 8030261248, "llama-3.1-70b": 70553706496, "llama-3.1-405b": 405853388800, "llama-3.3-70b": 70553706496,
	"qwen2.5-7b": 7615616512, "qwen2.5-32b": 32763876352, "qwen2.5-72b": 72706203648,
	"mistral-7b": 7241732096, "mixtral-8x7b": 46702792704,
	"deepseek-v3": 671026419200, "gpt-oss-20b": 20914757184, "gpt-oss-120b": 116829156672,
	"stable-diffusion-1.5": 1066235307, "sdxl": 3468837867, "flux.1-dev": 16870599139,
}

func TestCountedParametersAreThePublishedOnes(t *testing.T) {
	for _, m := range load(t).Models() {
		want, ok := published[m.ID]
		if !ok {
			t.Errorf("%s: no published count to hold it to", m.ID)
			continue
		}
		if m.Parameters != want {
			t.Errorf("%s has %.0f parameters, published are %.0f", m.ID, m.Parameters, want)
		}
		// The formula leaves biases out.
		counted, ok := m.CountParameters()
		if off := math.Abs(counted/want - 1); !ok || off > 0.001 {
			t.Errorf("%s: counted %.0f of %.0f published parameters", m.ID, counted, want)
		}
	}
}

func TestActiveParametersOfMixtures(t *testing.T) {
	// Their papers say 12.9 thousand million (Mixtral) and 37 (DeepSeek-V3).
	for id, want := range map[string]float64{"mixtral-8x7b": 12.9e9, "deepseek-v3": 37e9} {
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
