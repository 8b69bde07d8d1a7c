package document

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/suggest"
	"github.com/rackvet/rackvet/internal/units"
)

// Knows says what is wrong with a path from b on: the language has no such attribute
// or block, or b has no block of that name. What is not written, and could be, is
// fine: that it is left out may be what a result is about.
func (b *Block) Knows(path finding.Path) error {
	_, err := b.at(path)
	return err
}

// at is what the value at a path may be, nil for a block or all blocks of a name.
func (b *Block) at(path finding.Path) (*ValueType, error) {
	if len(path) == 0 || b.Shape == nil {
		return nil, nil
	}
	v, err := b.knows(b.Shape, path)
	if err != nil {
		return nil, fmt.Errorf("there is no %s: %w", path, err)
	}
	return v, nil
}

// Takes says what is wrong with writing a value, in HCL's words, at a path of b: it
// leads nowhere or to no attribute, or that can't have such a value.
func (b *Block) Takes(path finding.Path, value string) error {
	v, err := b.at(path)
	switch {
	case err != nil:
		return err
	case b.Shape == nil:
		return nil
	case v == nil:
		return fmt.Errorf("%s is a block, and can't be %s", path, value)
	case !v.takes(value):
		return fmt.Errorf("%s can't be %s: it is %s", path, value, v.Noun())
	}
	return nil
}

// knows follows a path through what may stand in a block. b is nil where the block
// is not written.
func (b *Block) knows(d *Definition, path finding.Path) (*ValueType, error) {
	if len(path) == 0 {
		return nil, nil
	}
	name, _ := path[0].(string)
	if a := d.Attribute(name); a != nil {
		return a.Value.knows(path[1:])
	}
	s := d.Block(name)
	if s == nil {
		if near := suggest.Nearest(name, d.names(), 3); len(near) > 0 {
			return nil, fmt.Errorf("did you mean %s", suggest.Quote(near))
		}
		return nil, fmt.Errorf("known here are %s", strings.Join(slices.Sorted(slices.Values(d.names())), ", "))
	}
	steps, definition, err := s.labels(path)
	if err != nil {
		return nil, err
	}
	var written []*Block
	if b != nil {
		written = b.All(name)
	}
	inner := LoadShape().Definitions[definition]
	at := slices.IndexFunc(written, func(c *Block) bool { _, ok := c.matches(path); return ok })
	switch {
	case at >= 0:
		return written[at].knows(inner, path[steps:])
	case len(written) == 0 && (steps == 1 || b == nil || b.Attribute("platform") != nil):
		return (*Block)(nil).knows(inner, path[steps:]) // left to the platform, or out
	}
	return nil, fmt.Errorf("no such %s is in the spec", name)
}

// labels tells how many steps of a path name a block, and what defines its body.
func (s *BlockShape) labels(path finding.Path) (steps int, definition string, err error) {
	definition = s.Definition
	if len(s.Labels) == 0 || s.Repeatable {
		if len(path) > 1 {
			if _, ok := path[1].(int); ok {
				return 2, definition, nil
			}
		}
		return 1, definition, nil
	}
	steps = min(len(s.Labels)+1, len(path))
	for _, step := range path[1:steps] {
		if _, ok := step.(string); !ok {
			return 0, "", fmt.Errorf("%s has a name", s.Name)
		}
	}
	if steps > 1 && len(s.Kinds) > 0 {
		if definition = s.Kinds[path[1].(string)]; definition == "" {
			return 0, "", fmt.Errorf("%q is no kind of %s", path[1], s.Name)
		}
	}
	return steps, definition, nil
}

// knows follows a path into a value.
func (v *ValueType) knows(path finding.Path) (*ValueType, error) {
	if v == nil || len(path) == 0 || v.Type == "any" {
		return v, nil
	}
	if v.Type != "list" && v.Type != "object" {
		return nil, fmt.Errorf("a %s has nothing in it", v.Type)
	}
	return v.Elem.knows(path[1:])
}

// takes reports whether a value, in HCL's words, is of the type. Whether it lies within
// bounds is left to whoever reads the spec that it is written to.
func (v *ValueType) takes(value string) bool {
	text, err := strconv.Unquote(value)
	isText, isBool := err == nil, value == "true" || value == "false"
	switch v.Type {
	case "any":
		return true
	case "bool":
		return isBool
	case "int", "number":
		f, err := strconv.ParseFloat(value, 64)
		return err == nil && (v.Type == "number" || f == math.Trunc(f))
	case "string":
		switch {
		case !isText:
			return false
		case len(v.Enum) > 0:
			return slices.Contains(v.Enum, text)
		case v.Quantity != "":
			err = units.Check(v.Quantity, text)
		}
		return err == nil
	}
	return false // no literal is a list or an object
}
