package demand

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/catalog"
)

// plain7B has the shape of Llama 2 7B (Touvron et al. 2023, table 1).
func plain7B() *Model {
	return &Model{ID: "7b", Parameters: 6738415616, Layers: 32, HiddenSize: 4096, Heads: 32, KVHeads: 32, HeadDim: 128,
		FFNSize: 11008, Gated: true, VocabSize: 32000, Precision: "bf16", Attention: "standard", MaxContext: 4096, AttentionLayers: 32}
}

// A change is worded as it is written in a spec, and keeps the layout that it is
// compared with.
func TestShrinkWordsWhatToWrite(t *testing.T) {
	h := Host{GPUs: 8, Nodes: 1, GPUMemory: 80 << 30, UsableMemory: 79 << 30}
	pictures := &Model{ID: "sd", Family: "diffusion", Components: []catalog.Component{
		{Name: "unet", Kind: "denoiser", Parameters: 859520964, Heads: 8, Downscale: 8}, {Name: "text", Kind: "text-encoder", Parameters: 123060480}}}
	for name, tt := range map[string]struct {
		workload Workload
		want     []string
	}{
		"states are divided, moved, or kept in 8 bit": {Training{Kind: "training", Model: plain7B(), SequenceLength: 512},
			[]string{`offload = "optimizer"`, `sharding = "zero3"`, `optimizer = "adamw-8bit"`}},
		"what is a default is halved too": {Inference{Model: plain7B(), Engine: "transformers", Concurrency: 64, Context: 4096, Replicas: 8},
			[]string{`weights = "int4-awq"`, `kv_cache = "fp8"`, "concurrency = 32"}},
		"llama.cpp has formats of its own": {Inference{Model: plain7B(), Engine: "llama.cpp", Concurrency: 32, Context: 2048, Placement: Placement{GPUs: 1}},
			[]string{"concurrency = 16", `kv_cache = "q8_0"`, `weights = "q4_k_m"`}},
		"replicas as written give way to wider ones": {Inference{Model: plain7B(), KVCache: "fp8", Concurrency: 4, Context: 512, MaxNumSeqs: 256, Replicas: 4, Placement: Placement{GPUs: 4}},
			[]string{`weights = "int4-awq"`, "parallelism { tensor = 2 }, replicas = 2"}},
		"eager attention at 1024 pixels": {Diffusion{Model: pictures, Precision: "fp32", Attention: "eager", Width: 1024, Height: 1024},
			[]string{"width = 512, height = 512", `attention = "flash"`, `precision = "fp16"`}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, s := range Shrink(tt.workload, h) {
				got = append(got, s.Change)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestShrink(t *testing.T) {
	h := Host{GPUs: 8, Nodes: 1, GPUMemory: 80 << 30, UsableMemory: 80 << 30}
	for name, tt := range map[string]struct {
		workload Workload
		first    string
	}{
		"states weigh most in a full fine-tune, and QLoRA has none": {&Training{Kind: "finetuning", Model: plain7B(), ModelName: "7b", SequenceLength: 512}, `method = "qlora"`},
		"training can't, and moves them away":                       {&Training{Kind: "training", Model: plain7B(), ModelName: "7b", SequenceLength: 512}, `offload = "optimizer"`},
		"short requests leave the weights":                          {&Inference{Model: plain7B(), ModelName: "7b", MaxContext: 128, Replicas: 8, MaxNumSeqs: 8}, `weights = "int4-awq"`},
		"many long ones the KV cache":                               {&Inference{Model: plain7B(), ModelName: "7b", MaxContext: 4096, Context: 4096, Concurrency: 256, Replicas: 8, MaxNumSeqs: 64}, `kv_cache = "fp8"`},
	} {
		t.Run(name, func(t *testing.T) {
			base := tt.workload.Demand(h).GPU.Bytes
			got := Shrink(tt.workload, h)
			if len(got) == 0 || len(got) > 3 || got[0].Change != tt.first {
				t.Fatalf("savings are %v, want %s first", got, tt.first)
			}
			for i, s := range got {
				if s.Bytes <= 0 || s.Bytes > base || i > 0 && s.Bytes > got[i-1].Bytes || !strings.Contains(s.Change, " = ") {
					t.Errorf("saving %d is %+v of %.0f", i, s, base)
				}
			}
			if again := tt.workload.Demand(h).GPU.Bytes; again != base {
				t.Errorf("the workload itself changed: %.0f, then %.0f", base, again)
			}
		})
	}
	if got := Shrink(&Inference{ModelName: "x"}, h); got != nil {
		t.Errorf("a demand that is not known shrinks by %v", got)
	}
	if got := Shrink(&Tasks{Count: 1, GPUMemory: 1 << 30}, h); len(got) != 0 {
		t.Errorf("tasks shrink by %v", got)
	}
}
