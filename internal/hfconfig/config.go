package hfconfig

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// config is the part of a file that describes the language model, with what is
// found out so far.
type config struct {
	root  object // the whole file
	text  object // the language model's part; often the same
	kind  string // its model_type
	class class
	out   object // the model block's fields
	notes []Note
	said  map[string]bool
	// faults are values that can't be, in place of which none may be taken.
	faults []error
}

// say adds a remark that leaves the shape complete.
func (c *config) say(format string, args ...any) { c.note(Note{Text: fmt.Sprintf(format, args...)}) }

// miss adds what the shape lacks.
func (c *config) miss(field, format string, args ...any) {
	c.note(Note{Field: field, Text: fmt.Sprintf(format, args...), Missing: true})
}

func (c *config) note(n Note) {
	if !c.said[n.Text] {
		c.said[n.Text] = true
		c.notes = append(c.notes, n)
	}
}

// get is the first of the names that the language model's part has a value for.
func (c *config) get(names ...string) (value any, name string) { return find(c.text, names...) }

func find(o object, names ...string) (any, string) {
	for _, name := range names {
		if v, ok := o[name]; ok && v != nil {
			return v, name
		}
	}
	return nil, ""
}

// count is a whole number under the first of the names; 0 where there is none.
func (c *config) count(names ...string) int { return c.countIn(c.text, names...) }

func (c *config) countIn(o object, names ...string) int {
	v, name := find(o, names...)
	if v == nil {
		return 0
	}
	n, ok := v.(float64)
	if !ok || n != math.Trunc(n) || n < 0 || n > math.MaxInt32 {
		c.say("%s: %s is no count", name, show(v))
		return 0
	}
	return int(n)
}

// counted is count, with what the class takes where the file says nothing.
func (c *config) counted(names ...string) int {
	if n := c.count(names...); n > 0 {
		return n
	}
	v, name := find(c.text, names...)
	switch v.(type) {
	case float64, string, bool: // a list may say it layer by layer, and 0 that there is none
		if v != 0.0 {
			c.faults = append(c.faults, fmt.Errorf("%s is %s, and has to be a whole number", name, show(v)))
			return 0
		}
	}
	n := c.class.defaults[names[0]]
	if n > 0 {
		c.say("no %s: %d, as model_type %s has it", names[0], n, show(c.kind))
	}
	return n
}

// flag is a truth value under the first of the names, or what is given.
func (c *config) flag(otherwise bool, names ...string) bool {
	v, name := c.get(names...)
	if v == nil {
		return otherwise
	}
	b, ok := v.(bool)
	if !ok {
		c.say("%s: %s is neither true nor false", name, show(v))
		return otherwise
	}
	return b
}

// word is a text under the first of the names; "" where there is none.
func word(o object, names ...string) string {
	v, _ := find(o, names...)
	s, _ := v.(string)
	return s
}

// list is a list under the first of the names.
func (c *config) list(names ...string) []any {
	v, _ := c.get(names...)
	l, _ := v.([]any)
	return l
}

// within is an object under the first of the names.
func within(o object, names ...string) object {
	v, _ := find(o, names...)
	inner, _ := v.(object)
	return inner
}

// limits are the largest numbers that the schema lets pass where they are less
// than a count's own.
var limits = map[string]int{
	"layers": 10000, "hidden_size": 10_000_000, "heads": 100_000, "kv_heads": 100_000, "head_dim": 100_000, "v_head_dim": 100_000,
	"ffn_size": 10_000_000, "ffn_layers": 10000, "vocab_size": 100_000_000, "max_context": 1_000_000_000, "attention_layers": 10000,
	"kv_shared_layers": 10000, "kv_lora_rank": 1_000_000, "q_lora_rank": 1_000_000, "o_lora_rank": 1_000_000, "o_groups": 100_000,
	"rope_dim": 1_000_000, "mtp_layers": 1000, "layer_norms": 16, "embedding_size": 10_000_000, "positions": 100_000_000,
	"segments": 100_000, "layer_embedding_size": 1_000_000, "residual_streams": 64, "count": 100_000, "active": 100_000,
	"latent_size": 10_000_000, "shared": 100_000, "shared_ffn_size": 10_000_000, "size": 1_000_000_000, "ratio": 1_000_000,
	"d_inner": 100_000_000, "d_state": 1_000_000, "groups": 1_000_000, "conv_width": 1000, "dt_rank": 1_000_000, "gate_rank": 1_000_000,
	"context": 1_000_000_000, "input_channels": 100_000,
}

// put sets a field of a block where the number is one that the schema takes, and
// says so where it is not. 0 is no number here.
func (c *config) put(block object, field string, n int) {
	switch limit := limits[field]; {
	case n == 0:
	case n < 0 || n > limit:
		c.miss(field, "%s: %d is out of range: the most is %d", field, n, limit)
	default:
		block[field] = float64(n)
	}
}

// putZero is put where 0 is a number.
func (c *config) putZero(block object, field string, n int) {
	if n == 0 {
		block[field] = 0.0
	} else {
		c.put(block, field, n)
	}
}

// has reads back a field of the model that put has set; 0 where it has not.
func (c *config) has(field string) int {
	n, _ := c.out[field].(float64)
	return int(n)
}

// set sets a field to true, or to a text, where it says anything.
func set[T comparable](block object, field string, value T) {
	var none T
	if value != none {
		block[field] = value
	}
}

// show is a value of the file in a message, cut short.
func show(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(clip(v))
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case []any:
		return "a list"
	case object:
		return "an object"
	case nil:
		return "null"
	}
	return fmt.Sprint(v)
}

func clip(s string) string {
	s = strings.ToValidUTF8(s, "?")
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}
