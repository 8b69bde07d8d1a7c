package demand_test

import (
	"testing"

	"github.com/rackvet/rackvet/internal/catalog"
	"github.com/rackvet/rackvet/internal/demand"
)

// vLLM, --dtype: "auto" is fp16 for models in fp32 and fp16, bf16 for those in bf16;
// so are SGLang's and TensorRT-LLM's. llama.cpp, convert_hf_to_gguf: --outtype "auto"
// is a format of 16 bit, and its cache is f16. Transformers keeps what it finds.
func TestEnginesLoadFP32In16Bit(t *testing.T) {
	c, err := catalog.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		model, engine, weights string
		parameters, bytes, kv  float64
	}{
		{"gemma-2-27b", "", "fp16", 27227128320, 2, 2},
		{"gemma-2-27b-it", "", "bf16", 27227128320, 2, 2},
		{"gemma-2-27b-it", "transformers", "bf16", 27227128320, 2, 2},
		{"gemma-2-27b", "transformers", "fp32", 27227128320, 4, 4},
		{"starcoder2-15b", "vllm", "fp16", 15957889024, 2, 2},
		{"starcoder2-15b", "sglang", "fp16", 15957889024, 2, 2},
		{"starcoder2-15b", "tensorrt-llm", "fp16", 15957889024, 2, 2},
		{"gpt2", "vllm", "fp16", 124439808, 2, 2},
		{"llama-3.1-8b", "vllm", "bf16", 8030261248, 2, 2},
	} {
		m := c.Model(tt.model).Entry
		r := demand.Inference{Model: m, Engine: tt.engine}.Demand(server(1, 139))
		if got := bytesOf(r, "weights"); got != tt.parameters*tt.bytes {
			t.Errorf("%s under %q has %v bytes, want %v × %v", tt.model, tt.engine, got, tt.parameters, tt.bytes)
		}
		if each := float64(2 * m.AttentionLayers * m.KVHeads * m.HeadDim); r.KV.PerToken != each*tt.kv {
			t.Errorf("%s under %q keeps %v bytes a token, want %v × %v", tt.model, tt.engine, r.KV.PerToken, each, tt.kv)
		}
		for _, d := range r.Defaults {
			if d.Name == "weights" && d.Value != tt.weights {
				t.Errorf("%s under %q is taken for %s, want %s", tt.model, tt.engine, d.Value, tt.weights)
			}
		}
	}
	w := demand.Inference{Model: c.Model("starcoder2-15b").Entry, Engine: "llama.cpp", Weights: "fp32"}
	if got, want := w.Demand(server(1, 139)).KV.PerToken, 40*2*4*128*2.0; got != want {
		t.Errorf("llama.cpp keeps %v bytes a token beside fp32 weights, want %v", got, want)
	}
	// A draft is loaded as any model is.
	w = demand.Inference{Model: c.Model("llama-3.1-8b").Entry, Draft: c.Model("gpt2").Entry}
	alone := w
	alone.Draft = nil
	if got := bytesOf(w.Demand(server(1, 139)), "weights") - bytesOf(alone.Demand(server(1, 139)), "weights"); got != 2*124439808 {
		t.Errorf("a draft of 124,439,808 parameters takes %v bytes", got)
	}
}

// What is loaded in 16 bit is read in fp32 (vLLM issue 586: every process reads a
// pickle whole).
func TestFilesAreAsPublished(t *testing.T) {
	c, err := catalog.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	w := demand.Inference{Model: c.Model("gpt2").Entry, Files: "pickle"}
	if got := hostPart(w.Demand(server(1, 79)), "load"); got != 4*124439808 {
		t.Errorf("vLLM reads %v bytes, want 124,439,808 × 4", got)
	}
	w.Weights = "int4-awq" // quantised before
	if got := hostPart(w.Demand(server(1, 79)), "load"); got >= 2*124439808 {
		t.Errorf("vLLM reads %v bytes of int4", got)
	}
	w.Weights, w.Engine = "", "llama.cpp"
	if got := hostPart(w.Demand(server(1, 79)), "load"); got != 2*124439808 {
		t.Errorf("llama.cpp reads %v bytes, want 124,439,808 × 2", got)
	}
}
