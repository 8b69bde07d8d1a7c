package hfconfig

import (
	"math"
	"strings"
)

// kinds is how many layers are of which kind.
type kinds struct {
	attention int // those with attention
	windowed  int // of them, those that look back a limited way; -1: the file doesn't say layer by layer
	state     int // those that keep a state
	sparse    int // those with experts; -1: to be found otherwise
	dense     int // those with a dense feed-forward part; -1: those without experts
}

// kindOf are the names that files have for what a layer is.
var kindOf = map[string]func(*kinds){
	"full_attention": func(k *kinds) { k.attention++ }, "attention": func(k *kinds) { k.attention++ }, "global": func(k *kinds) { k.attention++ },
	"full": func(k *kinds) { k.attention++ }, "deepseek_sparse_attention": func(k *kinds) { k.attention++ }, "*": func(k *kinds) { k.attention++ },
	"compressed_sparse_attention": func(k *kinds) { k.attention++ }, "heavily_compressed_attention": func(k *kinds) { k.attention++ },
	"sliding_attention": windowed, "chunked_attention": windowed, "local": windowed, "sliding_window": windowed,
	"linear_attention": func(k *kinds) { k.state++ }, "mamba": func(k *kinds) { k.state++ }, "mamba2": func(k *kinds) { k.state++ },
	"conv": func(k *kinds) { k.state++ }, "M": func(k *kinds) { k.state++ },
	"moe": func(k *kinds) { k.sparse++ }, "E": func(k *kinds) { k.sparse++ },
	"mlp": func(k *kinds) { k.dense++ }, "-": func(k *kinds) { k.dense++ },
	"hybrid": func(k *kinds) { k.attention++; k.state++ },
}

func windowed(k *kinds) { k.attention++; k.windowed++ }

// kinds sorts the layers, by whichever of the many ways the file has.
func (c *config) kinds() kinds {
	layers := c.has("layers")
	k := kinds{attention: layers, windowed: -1, sparse: -1, dense: -1}
	switch {
	case c.kind == "nemotron_h":
		names := letters(word(c.text, "hybrid_override_pattern"))
		if len(names) == 0 {
			names = c.list("layers_block_type")
		}
		k.sparse, k.dense = 0, 0 // each layer is one thing
		c.tally(&k, names, "hybrid_override_pattern")
	case c.list("layer_types") != nil:
		c.tally(&k, c.list("layer_types"), "layer_types")
	case c.list("layers_block_type") != nil:
		c.tally(&k, c.list("layers_block_type"), "layers_block_type")
	case c.list("hybrid_layer_pattern") != nil: // 1 has a window
		k.windowed = ones(c.list("hybrid_layer_pattern"))
	case c.list("attn_type_list") != nil: // 1 is softmax, 0 lightning
		k.attention = ones(c.list("attn_type_list"))
		k.state = layers - k.attention
	case within(c.text, "linear_attn_config") != nil:
		linear := within(c.text, "linear_attn_config")
		full, _ := linear["full_attn_layers"].([]any)
		k.attention, k.state = len(full), layers-len(full)
	case c.counted("attn_layer_period") > 0:
		k.attention = every(layers, c.count("attn_layer_period"), c.count("attn_layer_offset"))
		k.state = layers - k.attention
	case c.list("attn_layer_indices") != nil:
		k.attention = len(c.list("attn_layer_indices"))
		k.state = layers - k.attention
	case c.counted("full_attention_interval") > 0:
		k.attention = layers / c.counted("full_attention_interval")
		k.state = layers - k.attention
	case c.kind == "mamba" || c.kind == "mamba2" || c.kind == "falcon_mamba":
		k.attention, k.state, k.dense = 0, layers, 0
	case c.kind == "falcon_h1":
		k.state = layers
	}
	if k.attention < 0 || k.attention > layers || k.state < 0 || k.state > layers || k.windowed > k.attention {
		c.miss("attention_layers", "the kinds of %d layers don't add up", layers)
		k.attention, k.state, k.windowed = min(max(k.attention, 0), layers), 0, -1
	}
	if k.attention != layers {
		c.putZero(c.out, "attention_layers", k.attention)
	}
	return k
}

// tally counts the kinds of a list of names.
func (c *config) tally(k *kinds, names []any, field string) {
	if len(names) == 0 {
		c.miss("attention_layers", "no %s: which layers have attention is not known", field)
		return
	}
	// A list may go on with layers that predict further tokens.
	if layers := c.has("layers"); layers > 0 && len(names) > layers {
		names = names[:layers]
	} else if len(names) < layers {
		c.miss("attention_layers", "%s names %d of %d layers", field, len(names), layers)
	}
	k.attention, k.windowed = 0, 0
	for _, n := range names {
		name, _ := n.(string)
		if count := kindOf[name]; count != nil {
			count(k)
		} else {
			c.miss("attention_layers", "%s: %s is no kind of layer that is known", field, show(n))
		}
	}
}

func letters(s string) []any {
	var names []any
	for _, r := range strings.ReplaceAll(s, "|", "") {
		names = append(names, string(r))
	}
	return names
}

// ones counts the numbers of a list that are 1.
func ones(list []any) int {
	n := 0
	for _, e := range list {
		if e == 1.0 {
			n++
		}
	}
	return n
}

// every is how many of n layers, counted from 0, are at an offset in a period.
func every(n, period, offset int) int {
	if period < 1 || offset >= n {
		return 0
	}
	return (n - offset + period - 1) / period
}

// windows finds the layers that look back a limited way.
func (c *config) windows(k kinds) {
	size := c.count("sliding_window", "sliding_window_size", "window_size", "attention_chunk_size")
	n := k.windowed
	if c.kind == "llama4" || c.kind == "llama4_text" {
		size = c.count("attention_chunk_size")
		n = c.has("layers") - c.has("layers")/max(c.count("nope_layer_interval", "no_rope_layer_interval"), 4)
		if rope := c.list("no_rope_layers"); len(rope) > 0 {
			n = ones(rope)
		}
	}
	if n < 0 {
		n = c.windowedByRule(k.attention)
	}
	if c.kind == "gpt_neo" && size == 0 {
		size = 256 // as the class has it
	}
	switch longest := c.has("max_context"); {
	case n == 0 || !c.flag(true, "use_sliding_window"):
		return
	case size == 0:
		if k.windowed > 0 {
			c.miss("sliding_window", "no sliding_window: how far %d layers look back is not known", n)
		}
		return
	case longest > 0 && size >= longest:
		return // it cuts nothing off
	}
	w := object{}
	c.put(w, "size", size)
	if n != k.attention {
		c.put(w, "layers", n)
	}
	c.windowShape(w)
	c.out["sliding_window"] = w
}

// windowedByRule is the layers with a window where the file has no list of them.
func (c *config) windowedByRule(layers int) int {
	if letters := word(c.text, "sliding_window_pattern"); letters != "" { // "LLLG"
		return layers * strings.Count(letters, "L") / len(letters)
	}
	pattern := c.count("sliding_window_pattern", "_sliding_window_pattern")
	if pattern == 0 {
		pattern = c.class.pattern
	}
	switch {
	case pattern > 0:
		return layers - layers/pattern
	case strings.HasPrefix(c.kind, "qwen"):
		if !c.flag(false, "use_sliding_window") {
			return 0
		}
		return layers - min(c.count("max_window_layers"), layers)
	case c.kind == "gpt_neo":
		if v, _ := c.get("attention_types", "attention_layers"); v != nil {
			return c.neoWindows(v, layers)
		}
		c.say("no attention_types: every second layer is taken to look back a limited way, as the class has it")
		return layers / 2
	case c.kind == "deepseek_v4" || c.kind == "deepseek_ref":
		return layers
	}
	return layers
}

// neoWindows counts the layers of GPT-Neo's lists that are local: names, or
// [[names, times]].
func (c *config) neoWindows(v any, layers int) int {
	list, _ := v.([]any)
	local, all := 0, 0
	var walk func(v any, times int)
	walk = func(v any, times int) {
		switch v := v.(type) {
		case string:
			all += times
			if v == "local" {
				local += times
			}
		case []any:
			if n, ok := at(v, 1).(float64); ok && len(v) == 2 && n >= 0 && n < math.MaxInt16 {
				times, v = times*int(n), v[:1]
			}
			for _, e := range v {
				walk(e, min(times, math.MaxInt16))
			}
		}
	}
	walk(list, 1)
	if all != layers {
		c.miss("sliding_window", "attention_types names %d of %d layers", all, layers)
		return 0
	}
	return local
}

func at(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return nil
}
