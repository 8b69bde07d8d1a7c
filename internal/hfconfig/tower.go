package hfconfig

import (
	"maps"
	"slices"
	"strings"
)

// towers reads the networks for pictures, film and sound beside a language model.
// Those whose weights are known by their kind are counted.
func (c *config) towers() {
	blocks := object{}
	for _, name := range slices.Sorted(maps.Keys(c.root)) {
		kind, ok := strings.CutSuffix(name, "_config")
		v, isBlock := c.root[name].(object)
		if !ok || !isBlock || !(strings.Contains(kind, "vision") || strings.Contains(kind, "audio")) {
			continue
		}
		t, n := object{}, 0
		if kind == "vision" {
			n = c.vision(v)
		}
		if n > 0 {
			t["parameters"] = float64(n)
		} else {
			c.miss("tower", "%s: the parameters of this tower are not known, and left out of the count", name)
		}
		c.put(t, "layers", c.countIn(v, "depth", "num_hidden_layers", "layers", "vt_num_hidden_layers"))
		c.put(t, "hidden_size", c.countIn(v, "embed_dim", "vt_hidden_size", "hidden_size", "width"))
		blocks[kind] = t
	}
	if word(c.text, "mm_vision_tower") != "" {
		blocks["vision"] = object{}
		c.miss("tower", "mm_vision_tower: the parameters of this tower are not known, and left out of the count")
	}
	if strings.Contains(strings.Join(names(c.root), " "), "ForConditionalGeneration") && len(blocks) == 0 && (strings.HasPrefix(c.kind, "llama4") || strings.Contains(c.kind, "_vl")) {
		blocks["vision"] = object{}
		c.miss("tower", "no vision_config: the parameters of the vision tower are not known, and left out of the count")
	}
	if len(blocks) > 0 {
		c.out["tower"] = blocks
	} else if within(c.root, nested...) != nil {
		c.miss("tower", "only the text part is counted: what reads pictures or sound comes on top")
	}
}

// vit is a transformer over patches: width h, n layers, inner width f, queries,
// keys and values q wide each, one or two matrices up, and vectors of h a layer
// for norms, with biases or without.
type vit struct{ h, n, f, q, up, norms int }

func (v vit) blocks(bias bool) int {
	each := 4*v.h*v.q + (v.up+1)*v.h*v.f + v.norms*v.h
	if bias {
		each += 3*v.q + v.h + v.up*v.f + v.h
	}
	return v.n * each
}

// vision counts a vision tower and what takes its output to the language model; 0
// where its kind is not known.
func (c *config) vision(o object) int {
	num := func(names ...string) int { return min(c.countIn(o, names...), 1<<16) }
	h, n, f, patch := num("hidden_size"), num("depth", "num_hidden_layers"), num("intermediate_size"), num("patch_size")
	out, text := num("out_hidden_size"), min(c.has("hidden_size"), 1<<16)
	if h*n == 0 {
		if c.kind != "qwen2_vl" && num("vt_hidden_size") == 0 {
			return 0
		}
	}
	kind := word(o, "model_type")
	if kind == "" {
		kind = c.kind
	}
	merged := 4 * h // 2×2 patches become one token
	switch {
	case strings.HasPrefix(kind, "qwen3_vl"), strings.HasPrefix(kind, "qwen3_5"):
		merger := merged*merged + merged + merged*out + out
		deep, _ := o["deepstack_visual_indexes"].([]any)
		return vit{h, n, f, h, 1, 4}.blocks(true) + num("in_channels")*num("temporal_patch_size")*patch*patch*h + h +
			num("num_position_embeddings")*h + merger + 2*h + min(len(deep), n)*(merger+2*merged)
	case strings.HasPrefix(kind, "qwen2_vl"):
		e := num("embed_dim")
		return vit{e, num("depth"), e * num("mlp_ratio"), e, 1, 4}.blocks(true) + 3*num("temporal_patch_size")*patch*patch*e + 2*e + 4*e*4*e + 4*e + 4*e*text + text
	case kind == "qwen2_5_vl":
		return vit{h, n, f, h, 2, 2}.blocks(true) + 3*num("temporal_patch_size")*patch*patch*h + h + merged*merged + merged + merged*out + out
	case kind == "clip_vision_model":
		side := num("image_size") / max(patch, 1)
		return vit{h, n, f, h, 1, 4}.blocks(true) + h + 3*patch*patch*h + (side*side+1)*h + 4*h + h*text + text + text*text + text
	case kind == "siglip_vision_model" && strings.HasPrefix(c.kind, "gemma3"):
		side := num("image_size") / max(patch, 1)
		return vit{h, n, f, h, 1, 4}.blocks(true) + 3*patch*patch*h + h + side*side*h + 2*h + h*text + h
	case kind == "llama4_vision_model":
		side, in, mid := num("image_size")/max(patch, 1), num("projector_input_dim"), num("projector_output_dim")
		return vit{h, n, f, h, 1, 4}.blocks(true) + h + 3*patch*patch*h + (side*side+1)*h + 4*h + f*in + in*mid + num("vision_output_dim")*text
	case kind == "gemma4_vision":
		dim := num("head_dim")
		return vit{h, n, f, num("num_attention_heads") * dim, 2, 4}.blocks(false) + n*2*dim + 3*patch*patch*h + 2*num("position_embedding_size")*h + h*text
	case num("vt_hidden_size") > 0:
		return c.moon(o, num)
	}
	return 0
}

// moon is Kimi's MoonViT and what projects its output.
func (c *config) moon(o object, num func(...string) int) int {
	h, text := num("vt_hidden_size"), min(c.has("hidden_size"), 1<<16)
	q := num("qkv_hidden_size")
	if q == 0 {
		q = h
	}
	rms := word(o, "norm_type") == "rmsnorm"
	v := vit{h, num("vt_num_hidden_layers"), num("vt_intermediate_size"), q, 1, 4}
	if rms {
		v.norms = 2
	}
	biased := true
	if b, ok := o["linear_bias"].(bool); ok {
		biased = b
	}
	patch, merged := num("patch_size"), 4*h
	return v.blocks(biased) + 3*patch*patch*h + h + num("init_pos_emb_height")*num("init_pos_emb_width")*h + 2*h + 2*h + merged*merged + merged + merged*text + text
}
