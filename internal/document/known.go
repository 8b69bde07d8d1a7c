package document

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/suggest"
)

// Knows says what is wrong with a path from b on: the language has no such attribute
// or block, or b has no block of that name. What is not written, and could be, is
// fine: that it is left out may be what a result is about.
func (b *Block) Knows(path finding.Path) error {
	if len(path) == 0 || b.Shape == nil {
		return nil
	}
	if err := b.knows(b.Shape, path); err != nil {
		return fmt.Errorf("there is no %s: %w", path, err)
	}
	return nil
}

// knows follows a path through what may stand in a block. b is nil where the block
// is not written.
func (b *Block) knows(d *Definition, path finding.Path) error {
	if len(path) == 0 {
		return nil
	}
	name, _ := path[0].(string)
	if a := d.Attribute(name); a != nil {
		return a.Value.knows(path[1:])
	}
	s := d.Block(name)
	if s == nil {
		if near := suggest.Nearest(name, d.names(), 3); len(near) > 0 {
			return fmt.Errorf("did you mean %s", suggest.Quote(near))
		}
		return fmt.Errorf("known here are %s", strings.Join(slices.Sorted(slices.Values(d.names())), ", "))
	}
	steps, definition, err := s.labels(path)
	if err != nil {
		return err
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
	return fmt.Errorf("no such %s is in the spec", name)
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
func (v *ValueType) knows(path finding.Path) error {
	if v == nil || len(path) == 0 || v.Type == "any" {
		return nil
	}
	if v.Type != "list" && v.Type != "object" {
		return fmt.Errorf("a %s has nothing in it", v.Type)
	}
	return v.Elem.knows(path[1:])
}
