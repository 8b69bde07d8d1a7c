// Package hfconfig reads a Hugging Face config.json into the fields of a model
// block, for the architectures whose parameters it can count. Of others it says
// what it does not understand: a wrong count is worse than none.
package hfconfig

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// family is what an architecture leaves unsaid in its config.
type family struct {
	tied   bool // input and output embeddings are one matrix unless the config says otherwise
	plain  bool // the feed-forward part has no gate
	fourth bool // the feed-forward part is four times as wide as the model unless stated
}

// families are the architectures, by model_type, that are counted right.
var families = map[string]family{
	"llama": {}, "mistral": {}, "mixtral": {}, "qwen2": {}, "qwen3": {}, "qwen3_moe": {}, "mimo": {}, "qwen2_vl": {}, "qwen3_vl_text": {}, "qwen3_vl_moe_text": {}, "phi3": {}, "phimoe": {},
	"deepseek_v2": {}, "deepseek_v3": {}, "kimi_k2": {}, "gpt_oss": {}, "glm4_moe": {}, "minimax_m2": {},
	"gemma": {tied: true}, "gemma2": {tied: true},
	"gpt2": {tied: true, plain: true, fourth: true}, "bloom": {tied: true, plain: true, fourth: true},
	"opt": {tied: true, plain: true}, "gptj": {plain: true, fourth: true}, "gpt_neox": {plain: true},
}

// foreign are keys of layers that are no attention with a feed-forward part.
var foreign = []string{"layers_block_type", "hybrid_override_pattern", "linear_num_key_heads", "attn_layer_period",
	"mamba_d_state", "ssm_state_size", "state_size", "is_encoder_decoder"}

// Read gives the fields of a model block, as catalog.DecodeModel takes them, and
// notes of what the figures leave out. The error says what is missing or not
// understood. The caller bounds the text.
func Read(text []byte) (fields map[string]any, notes []string, err error) {
	var whole map[string]any
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, nil, fmt.Errorf("it is no JSON object: %w", err)
	}
	c := config{whole}
	for _, nested := range []string{"text_config", "llm_config", "language_config"} {
		if inner, ok := whole[nested].(map[string]any); ok {
			notes = append(notes, "only the text part is counted: what reads pictures or sound comes on top")
			for _, key := range []string{"quantization_config", "tie_word_embeddings"} {
				if _, stated := inner[key]; !stated && whole[key] != nil {
					inner[key] = whole[key]
				}
			}
			c = config{inner}
			break
		}
	}
	kind := c.text("model_type")
	f, known := families[kind]
	if !known {
		return nil, nil, fmt.Errorf("the architecture %q is not one that can be counted; describe the model with a model block", kind)
	}
	for _, key := range foreign {
		if v := c.keys[key]; v != nil && v != false {
			return nil, nil, fmt.Errorf("it has layers of another kind than attention (%s), which are not counted; describe the model with a model block", key)
		}
	}
	return c.fields(f, notes)
}

// fields reads the shape.
func (c config) fields(f family, notes []string) (map[string]any, []string, error) {
	out := map[string]any{}
	var missing []string
	need := func(field string, keys ...string) float64 {
		n := c.number(keys...)
		if n <= 0 {
			missing = append(missing, keys[0])
			return 0
		}
		out[field] = n
		return n
	}
	layers := need("layers", "num_hidden_layers", "n_layer", "n_layers", "num_layers")
	hidden := need("hidden_size", "hidden_size", "n_embd", "d_model", "hidden_dim")
	heads := need("heads", "num_attention_heads", "n_head", "n_heads")
	need("vocab_size", "vocab_size")
	c.optional(out, "kv_heads", "num_key_value_heads", "num_kv_heads")
	c.optional(out, "max_context", "max_position_embeddings", "n_positions", "seq_length", "max_seq_len")
	c.mla(out)
	c.optional(out, "head_dim", "head_dim")
	if out["attention"] == "mla" {
		out["head_dim"] = c.number("qk_nope_head_dim")
	}
	ffn := c.number("intermediate_size", "n_inner", "ffn_dim")
	if ffn == 0 && f.plain { // where there is a gate, files with this key state four times the width, and it isn't
		ffn = c.number("ffn_embed_dim")
	}
	if ffn == 0 && f.fourth {
		ffn = 4 * hidden
	}
	if ffn > 0 {
		out["ffn_size"] = ffn
	}
	out["gated"] = !f.plain
	out["tied_embeddings"] = f.tied
	if tied, ok := c.keys["tie_word_embeddings"].(bool); ok {
		out["tied_embeddings"] = tied
	}
	if err := c.experts(out, layers); err != nil {
		return nil, nil, err
	}
	if ffn == 0 && out["experts"] == nil {
		missing = append(missing, "intermediate_size")
	}
	if len(missing) > 0 {
		return nil, nil, errors.New("it does not state " + strings.Join(missing, ", "))
	}
	if heads > hidden {
		return nil, nil, fmt.Errorf("it has %.0f heads for a width of %.0f", heads, hidden)
	}
	c.window(out, layers)
	precision, note := c.precision()
	if precision != "" {
		out["precision"] = precision
	}
	if note != "" {
		notes = append(notes, note)
	}
	if p := c.number("word_embed_proj_dim"); p > 0 && p != hidden {
		return nil, nil, errors.New("its embeddings have a width of their own (word_embed_proj_dim), which is not counted")
	}
	if c.number("num_nextn_predict_layers") > 0 {
		notes = append(notes, "the layers that predict further tokens (num_nextn_predict_layers) are not counted")
	}
	return out, notes, nil
}

// mla reads multi-head latent attention, where the config has it.
func (c config) mla(out map[string]any) {
	if c.number("kv_lora_rank") <= 0 {
		return
	}
	out["attention"] = "mla"
	for field, key := range map[string]string{"kv_lora_rank": "kv_lora_rank", "q_lora_rank": "q_lora_rank",
		"rope_dim": "qk_rope_head_dim", "v_head_dim": "v_head_dim"} {
		c.optional(out, field, key)
	}
}

// window reads the layers that look back a limited way.
func (c config) window(out map[string]any, layers float64) {
	size := c.number("sliding_window")
	if size <= 0 || c.keys["use_sliding_window"] == false {
		return
	}
	limited := layers
	if types, ok := c.keys["layer_types"].([]any); ok {
		limited = 0
		for _, t := range types {
			if t == "sliding_attention" {
				limited++
			}
		}
	} else if c.text("model_type") == "gemma2" {
		limited = float64(int(layers) / 2) // every other layer
	}
	if limited > 0 && limited <= layers {
		out["sliding_window"] = map[string]any{"size": size, "layers": limited}
	}
}

// experts reads a mixture of experts, by all the names there are for it.
func (c config) experts(out map[string]any, layers float64) error {
	count := c.number("num_experts", "n_routed_experts", "num_local_experts", "moe_num_experts")
	if count <= 1 {
		return nil
	}
	e := map[string]any{"count": count}
	c.optional(e, "active", "num_experts_per_tok", "num_experts_per_token", "moe_topk")
	c.optional(e, "ffn_size", "moe_intermediate_size", "intermediate_size")
	c.optional(e, "shared", "n_shared_experts", "num_shared_experts")
	dense := c.number("first_k_dense_replace")
	if only, ok := c.keys["mlp_only_layers"].([]any); ok {
		dense += float64(len(only))
	}
	if step := c.number("decoder_sparse_step", "moe_layer_freq"); step > 1 {
		return errors.New("it has experts in some layers only (every so many), which is not counted")
	}
	if dense > 0 {
		if dense >= layers {
			return errors.New("it has experts, and no layer for them")
		}
		e["layers"] = layers - dense
	}
	out["experts"] = e
	return nil
}

// config is a JSON object with typed access. What is of another type counts as
// left out.
type config struct{ keys map[string]any }

func (c config) text(key string) string {
	s, _ := c.keys[key].(string)
	return s
}

// largest bounds a number that can be a shape's.
const largest = 1e9

// number is the first of the keys that holds a whole number of a sensible size; 0 where none does.
func (c config) number(keys ...string) float64 {
	i := slices.IndexFunc(keys, func(k string) bool {
		n, ok := c.keys[k].(float64)
		return ok && n >= 1 && n <= largest && n == float64(int64(n))
	})
	if i < 0 {
		return 0
	}
	return c.keys[keys[i]].(float64)
}

func (c config) optional(out map[string]any, field string, keys ...string) {
	if n := c.number(keys...); n > 0 {
		out[field] = n
	}
}
