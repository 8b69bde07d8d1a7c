package demand_test

import (
	"testing"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/demand"
)

// decode makes a model as a spec's model block does.
func decode(t testing.TB, id string, fields map[string]any) *demand.Model {
	t.Helper()
	m, err := catalog.DecodeModel(id, fields)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Shapes from the models' own config.json.
func llama2of7B(t testing.TB) *demand.Model {
	return decode(t, "llama-2-7b", map[string]any{"parameters": 6738415616.0, "layers": 32.0, "hidden_size": 4096.0, "heads": 32.0,
		"ffn_size": 11008.0, "vocab_size": 32000.0, "max_context": 4096.0})
}

func llama31of8B(t testing.TB) *demand.Model {
	return decode(t, "llama-3.1-8b", map[string]any{"parameters": 8030261248.0, "layers": 32.0, "hidden_size": 4096.0, "heads": 32.0,
		"kv_heads": 8.0, "ffn_size": 14336.0, "vocab_size": 128256.0, "max_context": 131072.0})
}

func llama31of70B(t testing.TB) *demand.Model {
	return decode(t, "llama-3.1-70b", map[string]any{"parameters": 70553706496.0, "layers": 80.0, "hidden_size": 8192.0, "heads": 64.0,
		"kv_heads": 8.0, "ffn_size": 28672.0, "vocab_size": 128256.0, "max_context": 131072.0})
}

func mixtral(t testing.TB) *demand.Model {
	return decode(t, "mixtral-8x7b", map[string]any{"parameters": 46702792704.0, "layers": 32.0, "hidden_size": 4096.0, "heads": 32.0,
		"kv_heads": 8.0, "ffn_size": 14336.0, "vocab_size": 32000.0, "max_context": 32768.0,
		"experts": map[string]any{"count": 8.0, "active": 2.0}})
}

func deepseekV3(t testing.TB) *demand.Model {
	return decode(t, "deepseek-v3", map[string]any{"parameters": 671026404352.0, "layers": 61.0, "hidden_size": 7168.0, "heads": 128.0,
		"head_dim": 128.0, "ffn_size": 18432.0, "vocab_size": 129280.0, "max_context": 163840.0, "attention": "mla",
		"kv_lora_rank": 512.0, "rope_dim": 64.0,
		"experts": map[string]any{"count": 256.0, "active": 8.0, "shared": 1.0, "ffn_size": 2048.0, "layers": 58.0}})
}

func stableDiffusion(t testing.TB) *demand.Model {
	return decode(t, "stable-diffusion-1.5", map[string]any{"family": "diffusion", "component": map[string]any{
		"unet":         map[string]any{"kind": "denoiser", "parameters": 859520964.0, "heads": 8.0, "downscale": 8.0},
		"text-encoder": map[string]any{"kind": "text-encoder", "parameters": 123060480.0},
		"vae":          map[string]any{"kind": "vae", "parameters": 83653863.0}}})
}

func sdxl(t testing.TB) *demand.Model {
	return decode(t, "sdxl", map[string]any{"family": "diffusion", "component": map[string]any{
		"unet":   map[string]any{"kind": "denoiser", "parameters": 2567463684.0, "heads": 10.0, "downscale": 16.0},
		"clip_l": map[string]any{"kind": "text-encoder", "parameters": 123060480.0},
		"clip_g": map[string]any{"kind": "text-encoder", "parameters": 694659840.0},
		"vae":    map[string]any{"kind": "vae", "parameters": 83653863.0}}})
}

// counted is a model of which nothing but the parameters is known.
func counted(t testing.TB, parameters float64) *demand.Model {
	return decode(t, "counted", map[string]any{"parameters": parameters})
}

// server is a node of GPUs of which a driver shows usable GiB.
func server(gpus int, usable float64) demand.Host {
	return demand.Host{GPUs: gpus, Nodes: 1, GPUMemory: usable * gib, UsableMemory: usable * gib}
}
