package hfconfig

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/catalog"
)

// count is what the model of a config has in parameters.
func count(t testing.TB, text string) float64 {
	t.Helper()
	fields, _, err := Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	m, err := catalog.DecodeModel("m", fields)
	if err != nil {
		t.Fatal(err)
	}
	return m.Parameters
}

// Published counts: the models' cards and papers.
func TestCountsAreThePublishedOnes(t *testing.T) {
	for name, tt := range map[string]struct {
		config string
		want   float64
	}{
		"Llama 3.1 8B, 8.03 billion (Meta's model card)": {`{"model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32,
			"num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 128256, "torch_dtype": "bfloat16"}`, 8.03e9},
		"Mixtral 8x7B, 46.7 billion (Mistral's announcement)": {`{"model_type": "mixtral", "num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32,
			"num_key_value_heads": 8, "intermediate_size": 14336, "vocab_size": 32000, "num_local_experts": 8, "num_experts_per_tok": 2}`, 46.7e9},
		"DeepSeek V3, 671 billion (its paper)": {`{"model_type": "deepseek_v3", "num_hidden_layers": 61, "hidden_size": 7168, "num_attention_heads": 128,
			"num_key_value_heads": 128, "intermediate_size": 18432, "moe_intermediate_size": 2048, "n_routed_experts": 256, "n_shared_experts": 1,
			"num_experts_per_tok": 8, "first_k_dense_replace": 3, "kv_lora_rank": 512, "q_lora_rank": 1536, "qk_rope_head_dim": 64,
			"qk_nope_head_dim": 128, "v_head_dim": 128, "vocab_size": 129280}`, 671e9},
		"GPT-2 XL, 1.558 billion (its model card)": {`{"model_type": "gpt2", "n_layer": 48, "n_embd": 1600, "n_head": 25, "vocab_size": 50257, "n_positions": 1024}`, 1.558e9},
		"text inside a model of several senses": {`{"model_type": "llava", "text_config": {"model_type": "llama", "num_hidden_layers": 32, "hidden_size": 4096,
			"num_attention_heads": 32, "intermediate_size": 11008, "vocab_size": 32000}}`, 6.738e9},
	} {
		t.Run(name, func(t *testing.T) {
			if got := count(t, tt.config); math.Abs(got/tt.want-1) > 0.005 {
				t.Errorf("it has %.0f parameters, want %.0f", got, tt.want)
			}
		})
	}
}

func TestWhatIsNotUnderstoodIsSaid(t *testing.T) {
	for name, tt := range map[string]struct{ config, want string }{
		"no JSON":                  {`{`, "it is no JSON object: unexpected end of JSON input"},
		"a list":                   {`[]`, "it is no JSON object: json: cannot unmarshal array into Go value of type map[string]interface {}"},
		"an unknown architecture":  {`{"model_type": "mamba2"}`, `the architecture "mamba2" is not one that can be counted; describe the model with a model block`},
		"missing figures":          {`{"model_type": "llama", "hidden_size": 8, "num_attention_heads": 2}`, "it does not state num_hidden_layers, vocab_size, intermediate_size"},
		"layers of another kind":   {`{"model_type": "llama", "mamba_d_state": 16}`, "it has layers of another kind than attention (mamba_d_state), which are not counted; describe the model with a model block"},
		"figures beyond all sense": {`{"model_type": "llama", "num_hidden_layers": 1e300, "hidden_size": -4, "num_attention_heads": "32", "vocab_size": 1.5}`, "it does not state num_hidden_layers, hidden_size, num_attention_heads, vocab_size, intermediate_size"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, _, err := Read([]byte(tt.config)); err == nil || err.Error() != tt.want {
				t.Errorf("it says %v, want %s", err, tt.want)
			}
		})
	}
}

func TestPrecision(t *testing.T) {
	for config, want := range map[string]string{
		`"torch_dtype": "float16"`: "fp16", `"dtype": "bfloat16"`: "bf16", `"x": 1`: "",
		`"quantization_config": {"quant_method": "fp8"}`:                                                                                           "fp8",
		`"quantization_config": {"quant_method": "gptq", "bits": 4}`:                                                                               "int4-gptq",
		`"quantization_config": {"quant_method": "awq", "bits": 4}`:                                                                                "int4-awq",
		`"quantization_config": {"quant_method": "mxfp4"}`:                                                                                         "mxfp4",
		`"quantization_config": {"quant_method": "modelopt", "quant_algo": "NVFP4"}`:                                                               "nvfp4",
		`"quantization_config": {"quant_method": "bitsandbytes", "load_in_4bit": true}`:                                                            "nf4",
		`"quantization_config": {"quant_method": "compressed-tensors", "config_groups": {"group_0": {"weights": {"num_bits": 4, "type": "int"}}}}`: "int4-gptq",
		`"quantization_config": {"quant_method": "spells"}`:                                                                                        "",
	} {
		text := `{"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 8, "num_attention_heads": 2, "intermediate_size": 8, "vocab_size": 9, ` + config + "}"
		fields, notes, err := Read([]byte(text))
		if got, _ := fields["precision"].(string); err != nil || got != want || (strings.Contains(config, "spells") != (len(notes) == 1)) {
			t.Errorf("%s gives %q, %v, %v; want %q", config, got, notes, err, want)
		}
	}
	if diff := cmp.Diff(config{}.text("x"), ""); diff != "" {
		t.Error(diff)
	}
}

// Every config of the corpus is counted right, or says what is missing.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("RACKVET_CORPUS")
	if dir == "" {
		t.Skip("RACKVET_CORPUS is not set")
	}
	f, err := os.Open(filepath.Join(dir, "hf_configs", "INDEX.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	counted, refused, compared := 0, 0, 0
	for _, row := range rows[1:] {
		text, err := os.ReadFile(filepath.Join(dir, "hf_configs", row[0]))
		if err != nil {
			t.Fatal(err)
		}
		fields, _, err := Read(text)
		if err != nil {
			refused++
			t.Logf("%s: %v", row[0], err)
			continue
		}
		m, err := catalog.DecodeModel("m", fields)
		if err != nil {
			t.Errorf("%s: %v", row[0], err)
			continue
		}
		counted++
		if published, err := strconv.ParseFloat(row[len(row)-1], 64); err == nil && published > 0 {
			compared++
			if off := m.Parameters/published - 1; math.Abs(off) > 0.005 {
				t.Errorf("%s: %.0f parameters, published %.0f (%+.2f %%)", row[0], m.Parameters, published, 100*off)
			}
		}
	}
	t.Logf("%d counted, %d of them held against a published count; %d refused", counted, compared, refused)
	if counted < 40 || compared < 20 {
		t.Errorf("only %d counted and %d compared", counted, compared)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(`{"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 8, "num_attention_heads": 2, "intermediate_size": 8, "vocab_size": 9}`)
	f.Add(`{"text_config": {"model_type": "gpt2", "layer_types": [1, "sliding_attention"], "sliding_window": 4}}`)
	f.Fuzz(func(t *testing.T, text string) {
		fields, _, err := Read([]byte(text))
		if err != nil {
			return
		}
		if m, err := catalog.DecodeModel("m", fields); err == nil && (m.Parameters < 0 || math.IsNaN(m.Parameters)) {
			t.Errorf("%q has %v parameters", text, m.Parameters)
		}
	})
}
