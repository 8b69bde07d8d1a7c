package hfconfig

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rackvet/rackvet/internal/catalog"
)

// small is a config of a kind with everything that any model needs.
func small(kind, more string) string {
	if more != "" {
		more = ", " + more
	}
	return `{"model_type": "` + kind + `", "num_hidden_layers": 8, "hidden_size": 64, "num_attention_heads": 4, "intermediate_size": 128,
		"vocab_size": 100, "max_position_embeddings": 4096, "dtype": "bfloat16"` + more + `}`
}

func parsed(t *testing.T, text string) (map[string]any, []Note) {
	t.Helper()
	fields, notes, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := catalog.DecodeModel("x", fields); err != nil {
		t.Error(err)
	}
	return fields, notes
}

// pick is the part of some fields that a test looks at.
func pick(fields map[string]any, names string) map[string]any {
	part := map[string]any{}
	for name := range strings.FieldsSeq(names) {
		part[name] = fields[name]
	}
	return part
}

type fields = map[string]any

func TestWhatConfigsSayInTheirManyWays(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want fields
	}{
		"names of GPT-2, whose inner width is four times the hidden size": {
			`{"model_type": "gpt2", "n_layer": 2, "n_embd": 8, "n_head": 2, "n_positions": 16, "vocab_size": 10, "n_inner": null}`,
			fields{"layers": 2.0, "hidden_size": 8.0, "heads": 2.0, "ffn_size": 32.0, "gated": false, "tied_embeddings": true, "positions": 16.0, "attention_bias": "qkvo", "norm": "layer"}},
		"positions of OPT, of which there are two more": {small("opt", `"ffn_dim": 256, "word_embed_proj_dim": 32, "do_layer_norm_before": false`),
			fields{"positions": 4098.0, "embedding_size": 32.0, "final_norm": false}},
		"one key and value head of Falcon, and one norm":       {small("falcon", `"multi_query": true`), fields{"kv_heads": 1.0, "layer_norms": 1.0, "tied_embeddings": true, "ffn_size": 128.0}},
		"several in Falcon's new architecture":                 {small("falcon", `"new_decoder_architecture": true, "num_kv_heads": 2`), fields{"kv_heads": 2.0, "layer_norms": nil}},
		"grouped queries with heads of their own width":        {small("llama", `"num_key_value_heads": 2, "head_dim": 32`), fields{"kv_heads": 2.0, "head_dim": 32.0}},
		"a text_config, and Transformers 5's rope_parameters":  {`{"model_type": "m", "tie_word_embeddings": true, "text_config": ` + small("llama", `"rope_parameters": {"rope_theta": 1}`) + `}`, fields{"layers": 8.0, "tied_embeddings": true, "precision": "bf16"}},
		"a thinker's text_config":                              {`{"thinker_config": {"text_config": ` + small("qwen3_moe", `"num_experts": 4, "num_experts_per_tok": 2`) + `}}`, fields{"layers": 8.0}},
		"a window that only some layers have":                  {small("gpt_oss", `"sliding_window": 128, "layer_types": ["sliding_attention", "full_attention", "sliding_attention", "full_attention", "sliding_attention", "full_attention", "sliding_attention", "full_attention"]`), fields{"sliding_window": fields{"size": 128.0, "layers": 4.0}}},
		"a window by a pattern of six":                         {small("gemma3_text", `"sliding_window": 512`), fields{"sliding_window": fields{"size": 512.0, "layers": 7.0}, "qk_norm": "head", "layer_norms": 4.0}},
		"a window by a pattern in letters":                     {small("exaone4", `"sliding_window": 512, "sliding_window_pattern": "LLLG"`), fields{"sliding_window": fields{"size": 512.0, "layers": 6.0}}},
		"a window above the layers that max_window_layers has": {small("qwen2", `"sliding_window": 512, "use_sliding_window": true, "max_window_layers": 6`), fields{"sliding_window": fields{"size": 512.0, "layers": 2.0}}},
		"a window that is not used":                            {small("qwen2", `"sliding_window": 512, "use_sliding_window": false`), fields{"sliding_window": nil}},
		"a window as long as the context":                      {small("mistral", `"sliding_window": 4096`), fields{"sliding_window": nil}},
		"compressed queries, keys and values": {small("deepseek_v3", `"kv_lora_rank": 16, "q_lora_rank": 24, "qk_nope_head_dim": 8, "qk_rope_head_dim": 4, "v_head_dim": 6`),
			fields{"attention": "mla", "head_dim": 8.0, "rope_dim": 4.0, "kv_lora_rank": 16.0, "q_lora_rank": 24.0, "v_head_dim": 6.0}},
		"dense layers before those with experts": {small("deepseek_v3", `"n_routed_experts": 16, "num_experts_per_tok": 2, "n_shared_experts": 1, "moe_intermediate_size": 32, "first_k_dense_replace": 3, "num_nextn_predict_layers": 1`),
			fields{"experts": fields{"count": 16.0, "active": 2.0, "shared": 1.0, "ffn_size": 32.0, "layers": 5.0, "router_bias": true}, "mtp_layers": 1.0}},
		"experts in every second layer": {small("llama4_text", `"num_local_experts": 4, "num_experts_per_tok": 1, "interleave_moe_layer_step": 2, "intermediate_size_mlp": 256`),
			fields{"ffn_size": 256.0, "experts": fields{"count": 4.0, "active": 1.0, "shared": 1.0, "ffn_size": 128.0, "layers": 4.0}}},
		"experts by a list of ones and noughts": {small("minimax_m3", `"num_local_experts": 4, "num_experts_per_tok": 1, "moe_layer_freq": [0, 0, 1, 1, 1, 1, 1, 1]`),
			fields{"experts": fields{"count": 4.0, "active": 1.0, "ffn_size": 128.0, "layers": 6.0, "router_bias": true}}},
		"a shared expert with a width and a gate": {small("qwen2_moe", `"num_experts": 4, "num_experts_per_tok": 1, "moe_intermediate_size": 16, "shared_expert_intermediate_size": 48`),
			fields{"experts": fields{"count": 4.0, "active": 1.0, "ffn_size": 16.0, "shared": 1.0, "shared_ffn_size": 48.0, "shared_gate": true}, "attention_bias": "qkv"}},
		"experts of DBRX, an object further in": {`{"model_type": "dbrx", "n_layers": 2, "d_model": 64, "n_heads": 4, "vocab_size": 9, "attn_config": {"kv_n_heads": 2}, "ffn_config": {"ffn_hidden_size": 32, "moe_num_experts": 4, "moe_top_k": 2}}`,
			fields{"kv_heads": 2.0, "experts": fields{"count": 4.0, "active": 2.0, "ffn_size": 32.0}}},
		"layers of one thing each": {`{"model_type": "nemotron_h", "hybrid_override_pattern": "M-M*E", "hidden_size": 64, "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 9, "n_routed_experts": 4,
			"num_experts_per_tok": 1, "moe_intermediate_size": 8, "mamba_num_heads": 4, "mamba_head_dim": 32, "ssm_state_size": 16, "n_groups": 2, "conv_kernel": 4, "mamba_ssm_cache_dtype": "float32"}`,
			fields{"layers": 5.0, "attention_layers": 1.0, "ffn_layers": 1.0, "layer_norms": 1.0, "experts": fields{"count": 4.0, "active": 1.0, "ffn_size": 8.0, "layers": 1.0, "router_bias": true},
				"state": fields{"kind": "mamba2", "layers": 2.0, "heads": 4.0, "head_dim": 32.0, "d_state": 16.0, "groups": 2.0, "conv_width": 4.0, "conv_bias": true, "precision": "fp32"}}},
		"attention in one layer of four": {small("qwen3_next", `"full_attention_interval": 4, "linear_num_value_heads": 4, "linear_value_head_dim": 16, "linear_num_key_heads": 2, "linear_key_head_dim": 16, "linear_conv_kernel_dim": 4`),
			fields{"attention_layers": 2.0, "attention_gate": true, "state": fields{"kind": "delta", "layers": 6.0, "heads": 4.0, "head_dim": 16.0, "groups": 2.0, "d_state": 16.0, "conv_width": 4.0}}},
		"attention by period and offset": {small("jamba", `"attn_layer_period": 4, "attn_layer_offset": 2, "mamba_d_state": 16, "mamba_d_conv": 4, "mamba_expand": 2, "mamba_dt_rank": "auto"`),
			fields{"attention_layers": 2.0, "state": fields{"kind": "mamba1", "layers": 6.0, "d_inner": 128.0, "d_state": 16.0, "conv_width": 4.0, "conv_bias": true, "dt_rank": 4.0, "inner_norm": true}}},
		"a model of states alone": {`{"model_type": "mamba", "num_hidden_layers": 2, "hidden_size": 32, "state_size": 16, "conv_kernel": 4, "vocab_size": 9, "dtype": "float32"}`,
			fields{"attention_layers": 0.0, "ffn_layers": 0.0, "layer_norms": 1.0, "tied_embeddings": true, "heads": nil, "precision": "fp32"}},
		"lightning attention by a list": {small("minimax_m1", `"attn_type_list": [0, 0, 0, 1, 0, 0, 0, 1]`), fields{"attention_layers": 2.0, "state": fields{"kind": "linear", "layers": 6.0, "heads": 4.0, "head_dim": 16.0, "d_state": 16.0}}},
		"an encoder and a decoder": {`{"model_type": "whisper", "d_model": 64, "encoder_layers": 3, "decoder_layers": 2, "decoder_attention_heads": 4, "encoder_attention_heads": 4, "decoder_ffn_dim": 128, "encoder_ffn_dim": 256,
			"vocab_size": 10, "num_mel_bins": 80, "max_source_positions": 1500, "max_target_positions": 448}`,
			fields{"family": "speech", "layers": 2.0, "positions": 448.0, "attention_bias": "qvo", "encoder": fields{"layers": 3.0, "ffn_size": 256.0, "context": 1500.0, "positions": 1500.0, "input_channels": 80.0}}},
		"an embedding model":                        {small("bert", `"type_vocab_size": 2`), fields{"family": "embedding", "tied_embeddings": true, "segments": 2.0, "pooler": true, "embedding_norm": true, "final_norm": false}},
		"a reward model, which predicts no token":   {small("llama", `"architectures": ["LlamaForSequenceClassification"]`), fields{"tied_embeddings": true}},
		"a quantiser's own file has the last word":  {small("llama", `"quantization_config": {"quant_method": "fp8"}`), fields{"precision": "fp8"}},
		"infinities, which JSON has not but Python": {small("llama", `"time_step_limit": [0.0, Infinity, -Infinity, NaN]`), fields{"layers": 8.0}},
	} {
		t.Run(name, func(t *testing.T) {
			got, _ := parsed(t, c.text)
			names := ""
			for k := range c.want {
				names += k + " "
			}
			if diff := cmp.Diff(c.want, pick(got, names)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
