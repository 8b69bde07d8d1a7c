package document

import (
	"strings"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// Edit tells how to write a value, in HCL's words, at a path of b: what to
// replace in the file, and by which text. An attribute that is not there is put
// in before the block's first. It is false where the block is not there either,
// or stands on one line.
func (b *Block) Edit(path finding.Path, value string) (source.Range, string, bool) {
	at := b
	for len(path) > 1 {
		inner, steps := at.inner(path)
		if inner == nil {
			return source.Range{}, "", false
		}
		at, path = inner, path[steps:]
	}
	name, ok := path[0].(string)
	if !ok || at.Shape == nil || at.Shape.Attribute(name) == nil {
		return source.Range{}, "", false
	}
	if a := at.Attribute(name); a != nil {
		if a.Value == nil {
			return source.Range{}, "", false
		}
		return a.Value.Range, value, true
	}
	first, ok := at.first()
	if !ok || first.Line == at.Header.Start.Line || strings.HasSuffix(at.Range.File, ".json") {
		return source.Range{}, "", false
	}
	return source.Range{File: at.Range.File, Start: first, End: first}, name + " = " + value + "\n" + strings.Repeat(" ", first.Column-1), true
}

// first is where the first attribute or block within b begins.
func (b *Block) first() (at source.Pos, found bool) {
	nearer := func(p source.Pos) {
		if !found || p.Byte < at.Byte {
			at, found = p, true
		}
	}
	for _, a := range b.Attributes {
		nearer(a.Range.Start)
	}
	for _, c := range b.Blocks {
		nearer(c.Header.Start)
	}
	return at, found
}

// inner is the block that the first steps of a path name, and how many they are.
func (b *Block) inner(path finding.Path) (*Block, int) {
	name, _ := path[0].(string)
	for _, c := range b.All(name) {
		if steps, ok := c.matches(path); ok && steps < len(path) {
			return c, steps
		}
	}
	return nil, 0
}
