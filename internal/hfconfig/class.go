package hfconfig

import "strings"

// class is what a model_type says that its config.json need not.
type class struct {
	known  bool
	family string // "" an llm
	tied   bool   // tie_word_embeddings where it is left out
	plain  bool   // the feed-forward part has no gate
	bias   string // of attention, whatever the file says
	may    string // of attention where attention_bias, use_bias or the like is true; "" is "qkvo"
	ffn    bool   // the feed-forward part has biases
	head   bool   // the output matrix has biases
	layer  bool   // norms have biases
	norms  int    // a layer; 0 is 2
	qk     string // qk_norm
	mla    bool
	// positions are learned, with so many more than the longest sequence; -1: none.
	positions int
	bare      bool // no norm behind the last layer
	embedded  bool // a norm behind the embedding
	router    bool // routed experts have biases in the router
	gate      bool // attention's output is gated
	pattern   int  // every so many layers one looks back all the way
	// defaults are the class's numbers, for the names that come first in a look-up.
	defaults map[string]int
	unknown  string // what is not modelled of it
}

// classOf looks a model_type up; "_text" and the like behind a name change nothing.
func classOf(kind string) class {
	for _, end := range []string{"", "_text", "_text_model", "_vl", "_vl_text", "_vl_moe_text", "_vl_moe"} {
		base, cut := strings.CutSuffix(kind, end)
		if c, ok := classes[base]; ok && cut {
			c.known = true
			if c.positions == 0 {
				c.positions = -1
			}
			return c
		}
	}
	return class{positions: -1}
}

// gpt is a block as of GPT-2, with biases everywhere.
func gpt(c class) class {
	c.plain, c.bias, c.ffn, c.layer = true, "qkvo", true, true
	return c
}

// learned is the positions of a class that has no more of them than tokens.
const learned = 1 << 20

// classes are the model types whose parts are known, by the modelling code of the
// transformers library.
var classes = map[string]class{
	"llama":   {defaults: map[string]int{"num_hidden_layers": 32, "hidden_size": 4096, "num_attention_heads": 32, "intermediate_size": 11008, "vocab_size": 32000}},
	"mistral": {}, "mixtral": {}, "mistral3": {}, "ministral3": {}, "mimo": {may: "qkv"}, "baichuan": {}, "exaone": {}, "internlm2": {}, "granite": {}, "smollm3": {},
	"llava": {}, "deepseek": {}, "yi": {}, "phi3": {}, "olmo2": {qk: "layer"}, "olmo3": {qk: "layer", pattern: 4}, "seed_oss": {may: "qkv"}, "dbrx": {},
	"llama4": {}, "multi_modality": {}, "aquila": {}, "xverse": {},
	"qwen": {bias: "qkv"}, "qwen2": {bias: "qkv"}, "qwen2_moe": {bias: "qkv"}, "qwen2_5": {bias: "qkv"},
	"qwen3": {qk: "head"}, "qwen3_moe": {qk: "head"},
	"qwen3_next": {qk: "head", gate: true}, "qwen3_5": {qk: "head", gate: true, defaults: linearOf(32)},
	"qwen3_5_moe": {qk: "head", gate: true, defaults: linearOf(32)},
	"gemma":       {tied: true}, "gemma2": {tied: true, norms: 4, pattern: 2}, "gemma3": {tied: true, norms: 4, qk: "head", pattern: 6},
	"gemma3n": {tied: true, norms: 4, qk: "head", pattern: 5, unknown: "AltUp and LAuReL are not modelled"},
	"gemma4":  {tied: true, norms: 4, qk: "head", pattern: 6},
	"gpt_oss": {bias: "qkvo", ffn: true, router: true},
	"phi":     {plain: true, bias: "qkvo", ffn: true, head: true, layer: true, norms: 1},
	"phimoe":  {layer: true}, "phi3small": {tied: true, bias: "qkvo", ffn: true, layer: true},
	"deepseek_v2": {mla: true}, "deepseek_v3": {mla: true, router: true}, "deepseek_v32": {mla: true, router: true},
	"deepseek_v4": {router: true}, "deepseek_ref": {router: true}, "kimi_k2": {mla: true, router: true},
	"kimi_linear": {mla: true, router: true}, "glm_moe_dsa": {mla: true, router: true}, "minicpm3": {mla: true, tied: true},
	"glm4_moe": {may: "qkv", router: true}, "glm4": {may: "qkv", norms: 4}, "glm": {may: "qkv"}, "chatglm": {},
	"minimax_m2": {router: true}, "minimax_m3": {router: true}, "minimax": {}, "minimax_text_01": {}, "minimax_m1": {},
	"mimo_v2_flash": {router: true}, "step3p5": {router: true, qk: "head"}, "step3p7": {router: true, qk: "head"},
	"nemotron": {plain: true, layer: true}, "nemotron_h": {plain: true, norms: 1, router: true},
	"cohere": {tied: true, norms: 1}, "cohere2": {tied: true, norms: 1, pattern: 4},
	"falcon": {tied: true, plain: true, layer: true}, "RefinedWeb": {tied: true, plain: true, layer: true}, "RefinedWebModel": {tied: true, plain: true, layer: true},
	"gpt2": gpt(class{tied: true, positions: learned}), "gpt_bigcode": gpt(class{tied: true, positions: learned}),
	"gpt_neo":  {tied: true, plain: true, bias: "o", ffn: true, layer: true, positions: learned},
	"gptj":     {plain: true, ffn: true, head: true, layer: true, norms: 1},
	"gpt_neox": gpt(class{}), "opt": gpt(class{tied: true, positions: 2}), "bloom": gpt(class{tied: true, embedded: true}),
	"mpt": {tied: true, plain: true}, "starcoder2": {tied: true, plain: true, ffn: true, bias: "qkvo", layer: true},
	"stablelm": {layer: true, may: "qkv"},
	"bert":     gpt(class{family: "embedding", positions: learned, bare: true, embedded: true}),
	"roberta":  gpt(class{family: "embedding", positions: learned, bare: true, embedded: true}), "xlm-roberta": gpt(class{family: "embedding", positions: learned, bare: true, embedded: true}),
	"distilbert": gpt(class{family: "embedding", positions: learned, bare: true, embedded: true}),
	"whisper":    {family: "speech", tied: true, plain: true, bias: "qvo", ffn: true, layer: true, positions: learned},
	"mamba":      {tied: true, norms: 1}, "falcon_mamba": {tied: true, norms: 1}, "mamba2": {norms: 1},
	"jamba": {}, "bamba": {}, "granitemoehybrid": {}, "falcon_h1": {}, "lfm2": {tied: true, qk: "head"},
}

// linearOf is what the classes of Qwen 3.5 take for the layers of linear attention.
func linearOf(values int) map[string]int {
	return map[string]int{"head_dim": 256, "linear_conv_kernel_dim": 4, "linear_key_head_dim": 128, "linear_value_head_dim": 128,
		"linear_num_key_heads": 16, "linear_num_value_heads": values, "full_attention_interval": 4, "shared_expert_intermediate_size": 512}
}

// architectures are the model types of files that name none.
var architectures = []struct{ part, kind string }{
	{"QWenLMHead", "qwen"}, {"DeepseekV4", "deepseek_v4"}, {"DeepseekV3", "deepseek_v3"}, {"DeepseekV2", "deepseek_v2"}, {"Llama", "llama"},
	{"Mistral", "mistral"}, {"Mixtral", "mixtral"}, {"Qwen3Moe", "qwen3_moe"}, {"Qwen3", "qwen3"}, {"Qwen2", "qwen2"}, {"GPTNeoX", "gpt_neox"},
	{"GPT2", "gpt2"}, {"GPTJ", "gptj"}, {"Bloom", "bloom"}, {"OPT", "opt"}, {"Bert", "bert"}, {"Whisper", "whisper"}, {"Gemma2", "gemma2"}, {"Gemma", "gemma"},
}

// names gives a file's architectures.
func names(o object) []string {
	v, _ := find(o, "architectures")
	list, _ := v.([]any)
	var texts []string
	for _, e := range list {
		if s, ok := e.(string); ok {
			texts = append(texts, s)
		}
	}
	return texts
}

func architecture(o object) string {
	for _, name := range names(o) {
		for _, a := range architectures {
			if strings.HasPrefix(name, a.part) {
				return a.kind
			}
		}
	}
	return ""
}

// headless says whether a file is of a model that predicts no token.
func headless(o object) bool {
	for _, name := range names(o) {
		if strings.Contains(name, "SequenceClassification") || strings.Contains(name, "RewardModel") || strings.HasSuffix(name, "Encoder") {
			return true
		}
	}
	return false
}
