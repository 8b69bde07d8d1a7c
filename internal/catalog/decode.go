package catalog

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/units"
)

// FieldError is what is wrong with one field of an entry. Its path leads from the
// entry through blocks to the field.
type FieldError struct {
	Entry   string // "gpu \"x\""
	Path    []string
	Problem string
}

func (e *FieldError) Error() string {
	return fmt.Sprintf("%s: %s: %s", e.Entry, strings.Join(e.Path, ": "), e.Problem)
}

// reader takes the fields of one entry apart. It goes on after a fault, so that
// done gives all of them; a field that nobody asked for is a fault too.
type reader struct {
	entry  string   // "gpu \"x\""
	path   []string // of the block that is being read
	fields map[string]any
	asked  map[string]bool
	faults *[]error
}

func newReader(kind, id string, fields map[string]any) *reader {
	return &reader{fmt.Sprintf("%s %q", kind, id), nil, fields, map[string]bool{}, new([]error)}
}

func (r *reader) fail(field, format string, args ...any) {
	*r.faults = append(*r.faults, &FieldError{r.entry, append(slices.Clone(r.path), field), fmt.Sprintf(format, args...)})
}

// done gives all faults, unknown fields among them, or nil.
func (r *reader) done() error {
	r.unknown()
	return errors.Join(*r.faults...)
}

func (r *reader) unknown() {
	var names []string
	for name := range r.fields {
		if !r.asked[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		r.fail(name, "no such field")
	}
}

func (r *reader) get(field string) (any, bool) {
	r.asked[field] = true
	v, ok := r.fields[field]
	return v, ok && v != nil
}

// skip marks a field as known where nothing here needs it.
func (r *reader) skip(field string) { r.asked[field] = true }

func (r *reader) text(field string) string {
	v, ok := r.get(field)
	s, isText := v.(string)
	if ok && !isText {
		r.fail(field, "%v is no text", v)
	}
	return s
}

// texts is nil where the field is absent, and empty where the list is.
func (r *reader) texts(field string) []string {
	v, ok := r.get(field)
	if !ok {
		return nil
	}
	switch list := v.(type) {
	case []string:
		return slices.Clone(list)
	case []any:
		texts := make([]string, 0, len(list))
		for _, e := range list {
			s, isText := e.(string)
			if !isText {
				r.fail(field, "%v is no text", e)
			}
			texts = append(texts, s)
		}
		return texts
	}
	r.fail(field, "%v is no list", v)
	return nil
}

func (r *reader) flag(field string) *bool {
	v, ok := r.get(field)
	if !ok {
		return nil
	}
	b, isBool := v.(bool)
	if !isBool {
		r.fail(field, "%v is neither true nor false", v)
		return nil
	}
	return &b
}

func isTrue(b *bool) bool { return b != nil && *b }

func (r *reader) quantity(kind units.Kind, field string) float64 {
	s := r.text(field)
	if s == "" {
		return 0
	}
	q, err := units.Parse(kind, s)
	if err != nil {
		r.fail(field, "%v", err)
	}
	return q
}

func (r *reader) slot(field string) units.Slot {
	s := r.text(field)
	if s == "" {
		return units.Slot{}
	}
	slot, err := units.ParseSlot(s)
	if err != nil {
		r.fail(field, "%v", err)
	}
	return slot
}

// number takes any of Go's forms of a number that a decoder may have chosen.
func (r *reader) number(field string) float64 {
	v, ok := r.get(field)
	if !ok {
		return 0
	}
	switch n := v.(type) {
	case float64:
		if !math.IsNaN(n) && !math.IsInf(n, 0) {
			return n
		}
	case int:
		return float64(n)
	case int64:
		return float64(n)
	case json.Number:
		if f, err := n.Float64(); err == nil {
			return f
		}
	}
	r.fail(field, "%v is no number", v)
	return 0
}

// count is a whole number, not negative; 0 where the field is absent.
func (r *reader) count(field string) int {
	n := r.number(field)
	if n != math.Trunc(n) || n < 0 || n > math.MaxInt32 {
		r.fail(field, "%v is no count", n)
		return 0
	}
	return int(n)
}

// counts is a count for each name of a block, by the name's key; nil where the
// block is absent.
func (r *reader) counts(field string, key func(string) string) map[string]int {
	var counts map[string]int
	r.within(field, func(inner *reader) {
		counts = make(map[string]int, len(inner.fields))
		for _, name := range slices.Sorted(maps.Keys(inner.fields)) {
			if _, twice := counts[key(name)]; twice {
				inner.fail(name, "the same name as another")
			}
			counts[key(name)] = inner.count(name)
		}
	})
	return counts
}

func (r *reader) block(field string) map[string]any {
	v, ok := r.get(field)
	if !ok {
		return nil
	}
	block, isBlock := v.(map[string]any)
	if !isBlock {
		r.fail(field, "%v is no block", v)
		return nil
	}
	return block
}

// within reads a block's fields by f; faults join those of the entry.
func (r *reader) within(field string, f func(*reader)) {
	block := r.block(field)
	if block == nil {
		return
	}
	inner := &reader{r.entry, append(slices.Clone(r.path), field), block, map[string]bool{}, r.faults}
	f(inner)
	inner.unknown()
}
