// Package document reads spec files: HCL, in its native and its JSON syntax,
// into a tree of blocks and evaluated values, each with the range it stands
// at. It knows of the spec language only what schema/shape.json says. No
// other package sees HCL or cty.
package document

import (
	"slices"

	"github.com/rackvet/rackvet/internal/finding"
	"github.com/rackvet/rackvet/internal/source"
)

// Document is one spec file, as far as it could be read.
type Document struct {
	File *source.File
	// Root holds the blocks of the file; its own attributes are include's.
	Root *Block
	// Included are the root bodies of included files, for their models and parts.
	Included []*Block
	// Configs are the model configs that hf_config read, in order of their ids.
	Configs []Config
	// Variables are the names of the variables in scope.
	Variables []string
	// Reads are all files that went into it, by path: its own, those it includes and
	// the configs of models.
	Reads []*source.File
	// Missing are the paths of those that could not be opened, in order.
	Missing []string
	// Faults is all that is wrong with syntax, shape and references between
	// values. What could be read is in Root all the same.
	Faults []finding.Result
}

// Config is a model's config.json that the spec reads. What it says is not
// looked into here.
type Config struct {
	// ID is what hf_config gives: the path, which names the model from then on.
	ID   string
	File *source.File
	// Range is the expression that reads it.
	Range source.Range
}

// Servers are the server blocks of the file, in its order.
func (d *Document) Servers() []*Block { return d.Root.All("server") }

// Described are the model or part blocks in scope: the file's own first, then
// those of included files.
func (d *Document) Described(name string) []*Block {
	blocks := d.Root.All(name)
	for _, b := range d.Included {
		blocks = append(blocks, b.All(name)...)
	}
	return blocks
}

// Block is a block, or the body of a file.
type Block struct {
	Name   string // its type: "gpu"
	Labels []Label
	Shape  *Definition
	// Header is the type and the labels; Range the whole block.
	Header, Range source.Range
	Attributes    []*Attribute
	Blocks        []*Block
	// Path is where the block stands: within its server where it is in one,
	// else within its file.
	Path finding.Path
	// Server is the name of the server that it is or stands in.
	Server string
	// Unsound is the first fault found in it, nil where there is none. What is read of
	// the block may lack what is wrong.
	Unsound *finding.Related
	// index is its place among repeated blocks, which are found by it.
	index    int
	repeated bool
}

// Label is a label and where it stands.
type Label struct {
	Text  string
	Range source.Range
}

// Attribute is an attribute with its evaluated value. Value is nil where the
// expression could not be evaluated; a fault says why.
type Attribute struct {
	Name string
	// NameRange is the name alone; Range the whole attribute.
	NameRange, Range source.Range
	Value            *Value
	Path             finding.Path
}

// All lists the blocks directly in b that are of the named type.
func (b *Block) All(name string) []*Block {
	var all []*Block
	for _, c := range b.Blocks {
		if c.Name == name {
			all = append(all, c)
		}
	}
	return all
}

// Block is the first block directly in b of the named type, or nil.
func (b *Block) Block(name string) *Block {
	i := slices.IndexFunc(b.Blocks, func(c *Block) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return b.Blocks[i]
}

// Attribute is the named attribute of b, or nil.
func (b *Block) Attribute(name string) *Attribute {
	i := slices.IndexFunc(b.Attributes, func(a *Attribute) bool { return a.Name == name })
	if i < 0 {
		return nil
	}
	return b.Attributes[i]
}

// Label is the nth label of b, from 0; empty where it has fewer.
func (b *Block) Label(n int) string {
	if n >= len(b.Labels) {
		return ""
	}
	return b.Labels[n].Text
}

// Locate gives the range of the value at path within b, or that of its nearest
// ancestor that exists. A block answers with its header, so that a result
// points at a line and not at a page.
func (b *Block) Locate(path finding.Path) source.Range {
	r, _ := b.locate(path)
	return r
}

// locate also tells how many steps of the path it found.
func (b *Block) locate(path finding.Path) (source.Range, int) {
	if len(path) == 0 {
		return b.Header, 0
	}
	name, _ := path[0].(string)
	if a := b.Attribute(name); a != nil {
		r, found := a.Range, 1
		if a.Value != nil {
			r = a.Value.Range
			if deeper, n := a.Value.locate(path[1:]); n > 0 {
				r, found = deeper, found+n
			}
		}
		return r, found
	}
	best, found := b.Header, 0
	for _, c := range b.All(name) {
		steps, ok := c.matches(path)
		if r, n := c.locate(path[min(steps, len(path)):]); ok && steps+n > found {
			best, found = r, steps+n
		}
	}
	if found == 0 && b.Name == "server" {
		// What a platform fills in stands, for the reader, at the platform.
		if a := b.Attribute("platform"); a != nil && b.Block(name) == nil {
			return a.Range, 0
		}
	}
	return best, found
}

// matches reports whether path's first steps name b, and how many they are.
func (b *Block) matches(path finding.Path) (int, bool) {
	if len(b.Labels) == 0 || b.repeated {
		if len(path) > 1 {
			if i, ok := path[1].(int); ok {
				return 2, i == b.index
			}
		}
		return 1, true
	}
	for i, l := range b.Labels {
		if len(path) <= i+1 {
			return i + 1, true
		}
		if path[i+1] != l.Text {
			return 0, false
		}
	}
	return len(b.Labels) + 1, true
}
