package hfconfig

import (
	"math"
	"os"
	"strings"
	"testing"

	"encoding/json"

	"github.com/rackvet/rackvet/internal/catalog"
)

func TestWhatIsMissingIsSaid(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"no layers":                       {`{"model_type": "llama2", "hidden_size": 64}`, "no num_hidden_layers: the layers are not known"},
		"no vocabulary":                   {`{"model_type": "mistral", "num_hidden_layers": 2, "hidden_size": 64}`, "no vocab_size: the size of the embedding is not known"},
		"no heads":                        {`{"model_type": "mistral", "num_hidden_layers": 2, "hidden_size": 64}`, "no num_attention_heads: the heads are not known"},
		"no inner width":                  {`{"model_type": "mistral", "num_hidden_layers": 2, "hidden_size": 64}`, "no intermediate_size: the width of the feed-forward part is not known"},
		"an architecture nobody knows":    {small("zorgon", ""), `model_type "zorgon" is not known: its parts are taken to be those of a Llama, and may be others`},
		"none at all":                     {`{"num_hidden_layers": 2}`, "no model_type: the parts are taken to be those of a Llama, and may be others"},
		"parts that are not modelled":     {small("gemma3n", ""), `model_type "gemma3n": AltUp and LAuReL are not modelled, so that parameters are not counted rightly`},
		"a kind of layer":                 {small("llama", `"layer_types": ["full_attention", "hyena"]`), `layer_types: "hyena" is no kind of layer that is known`},
		"layers without a kind":           {small("llama", `"layer_types": ["full_attention"]`), "layer_types names 1 of 8 layers"},
		"experts without a number":        {small("mixtral", `"num_local_experts": 8`), "no num_experts_per_tok: how many experts a token uses is not known"},
		"a window without a size":         {small("llama", `"layer_types": ["sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention", "sliding_attention"]`), "no sliding_window: how far 8 layers look back is not known"},
		"a state without a size":          {small("jamba", `"attn_layer_period": 4, "attn_layer_offset": 2`), "what state 6 layers keep is not known"},
		"a tower":                         {`{"text_config": ` + small("llama", "") + `, "vision_config": {"model_type": "eye"}}`, "vision_config: the parameters of this tower are not known, and left out of the count"},
		"a text part beside nothing":      {`{"model_type": "llava", "text_config": ` + small("llama", "") + `}`, "only the text part is counted: what reads pictures or sound comes on top"},
		"an encoder":                      {small("t5", `"is_encoder_decoder": true`), `an encoder–decoder of model_type "t5": its encoder is not modelled`},
		"a negative number":               {small("llama", `"num_key_value_heads": -2`), "num_key_value_heads: -2 is no count"},
		"a number out of all range":       {small("llama", `"head_dim": 2000000000`), "head_dim: 2000000000 is out of range: the most is 100000"},
		"a number that is no number":      {small("llama", `"num_key_value_heads": "two"`), `num_key_value_heads: "two" is no count`},
		"half a head":                     {small("llama", `"num_key_value_heads": 1.5`), "num_key_value_heads: 1.5 is no count"},
		"a number beyond floating point":  {small("llama", `"num_key_value_heads": 1e999`), "num_key_value_heads: +Inf is no count"},
		"a flag that is none":             {small("llama", `"tie_word_embeddings": "yes"`), `tie_word_embeddings: "yes" is neither true nor false`},
		"a key that is there twice":       {small("llama", `"num_hidden_layers": 9`), "num_hidden_layers is there twice: the last one counts"},
		"no dtype":                        {`{"model_type": "llama", "num_hidden_layers": 2}`, "no dtype: weights are taken to be bf16"},
		"a dtype nobody knows":            {`{"model_type": "llama", "num_hidden_layers": 2, "dtype": "float7"}`, `dtype "float7" is not known: weights are taken to be bf16`},
		"a method of quantising":          {small("llama", `"quantization_config": {"quant_method": "spells"}`), `quantization_config: "spells" is a method without a format of ours: how the weights are stored is not known`},
		"weights of three bits":           {small("llama", `"quantization_config": {"quant_method": "gptq", "bits": 3}`), "quantization_config: weights of 3 bits have no format of ours"},
		"widths that differ by layer":     {`{"model_type": "llama", "num_hidden_layers": 2, "hidden_size": 8, "intermediate_size": [8, 16]}`, "intermediate_size is a list: layers of several widths are not modelled"},
		"heads that don't divide a width": {`{"model_type": "mistral", "num_hidden_layers": 2, "hidden_size": 65, "num_attention_heads": 4}`, "no head_dim, and hidden_size 65 is no multiple of 4 heads"},
	} {
		t.Run(name, func(t *testing.T) {
			_, notes := parsed(t, c.text)
			for _, n := range notes {
				if n.Text == c.want {
					return
				}
			}
			t.Errorf("it says %q, want %q", notes, c.want)
		})
	}
}

func TestWhatIsNoConfigIsRefused(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"nothing":                    {"", "line 1 is no JSON: it ends too soon"},
		"half of an object":          {"{\n\"a\": 1,\n", "line 3 is no JSON: a name in quotes is missing"},
		"a string without an end":    {`{"a`, "line 1 is no JSON: a string without an end"},
		"text behind the end":        {`{} {}`, "line 1 is no JSON: text behind the end of it"},
		"no colon":                   {`{"a" 1}`, "line 1 is no JSON: a colon is missing"},
		"no comma":                   {`[1 2]`, "line 1 is no JSON: a comma or ] is missing"},
		"a comma at the end":         {`[1,]`, "line 1 is no JSON: a value is missing"},
		"a list":                     {`[]`, "a config.json is an object, not a list"},
		"null":                       {`null`, "a config.json is an object, not null"},
		"a mark before it":           {"\xef\xbb\xbf[]", "a config.json is an object, not a list"},
		"a number":                   {`7`, "a config.json is an object, not 7"},
		"bytes that are no text":     {"{\"a\": \"\xff\"}", "the text is not UTF-8"},
		"ten thousand brackets":      {strings.Repeat("[", 10000), "line 1 is no JSON: brackets are nested too deep"},
		"something else altogether":  {`{"prompts": {}}`, "this is no model's config.json: it has neither num_hidden_layers nor hidden_size"},
		"only how it was quantised":  {`{"quantization": {"quant_algo": "FP8"}}`, "this is how a model was quantised, without its shape: read the config.json beside it"},
		"several models in one file": {`{"a": ` + small("llama", "") + `}`, "these are the configs of several models: give the config.json of one"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, _, err := Parse([]byte(c.text)); err == nil || err.Error() != c.want {
				t.Errorf("it says %v, want %s", err, c.want)
			}
		})
	}
}

func TestMissingIsSaidFirst(t *testing.T) {
	text := []byte(`{"model_type": "zorgon", "num_hidden_layers": 2, "num_hidden_layers": 2, "hidden_size": 8, "vocab_size": 4, "num_attention_heads": 2}`)
	_, notes, err := Parse(text)
	if err != nil || len(notes) < 3 || !notes[0].Missing || notes[len(notes)-1].Missing {
		t.Errorf("%v: %+v", err, notes)
	}
}

// What Parse lets through is what the schema takes: the same limits are in both.
func TestLimitsAreTheSchemas(t *testing.T) {
	data, err := os.ReadFile("../../schema/shape.json")
	if err != nil {
		t.Fatal(err)
	}
	var shape struct {
		Definitions map[string]struct {
			Attributes []struct {
				Name  string
				Value struct{ Max *struct{ Value float64 } }
			}
		}
	}
	if err := json.Unmarshal(data, &shape); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range []string{"Model", "Experts", "SlidingWindow", "Compression", "Indexer", "State", "Encoder", "Tower"} {
		for _, a := range shape.Definitions[name].Attributes {
			limit, held := limits[a.Name]
			if !held {
				continue
			}
			seen++
			if a.Value.Max == nil || float64(limit) > a.Value.Max.Value && !(name == "State" && (a.Name == "heads" || a.Name == "groups")) {
				t.Errorf("%s.%s: the schema's limit is %v, ours %d", name, a.Name, a.Value.Max, limit)
			}
		}
	}
	if seen < len(limits) {
		t.Errorf("%d limits of %d are of fields that the schema has", seen, len(limits))
	}
}

func FuzzParse(f *testing.F) {
	for _, kind := range []string{"llama", "deepseek_v3", "deepseek_v4", "nemotron_h", "jamba", "gpt_neo", "whisper", "gemma4", "qwen3_5"} {
		f.Add(small(kind, `"layer_types": ["full_attention", 3], "n_routed_experts": 4, "sliding_window": 4, "compress_ratios": [4, 128, 0]`))
	}
	f.Add(`{"text_config": {"model_type": "gpt2"}, "vision_config": {"model_type": "qwen3_vl", "depth": 1e9, "hidden_size": 65536, "intermediate_size": 1e8}}`)
	f.Add(`{"model_type": "mamba", "n_layer": 1, "attention_types": [[["local", "global"], 1e9]], "quantization_config": {"config_groups": {"a": 3}}}`)
	f.Fuzz(func(t *testing.T, text string) {
		fields, notes, err := Parse([]byte(text))
		if err != nil {
			return
		}
		for _, n := range notes {
			if n.Text == "" || strings.ContainsRune(n.Text, '\n') {
				t.Errorf("%q is no note of one line", n.Text)
			}
		}
		m, err := catalog.DecodeModel("x", fields)
		if err != nil {
			t.Fatalf("%q gives what is no model: %v", text, err)
		}
		mtp, _ := m.CountMTP()
		for _, n := range []float64{m.Parameters, m.ActiveParameters, mtp} {
			if n < 0 || math.IsNaN(n) || math.IsInf(n, 0) {
				t.Errorf("%q has %v parameters", text, n)
			}
		}
	})
}
